"""Helpers of the families about medicines."""
