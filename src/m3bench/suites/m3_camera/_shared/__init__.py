"""Helpers of the families."""
