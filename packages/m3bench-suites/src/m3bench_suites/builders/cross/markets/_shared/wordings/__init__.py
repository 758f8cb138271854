"""Requests of the families with long ones."""
