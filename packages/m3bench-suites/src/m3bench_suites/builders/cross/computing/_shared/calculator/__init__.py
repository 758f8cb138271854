"""Makers of tasks for a calculator."""
