"""Helpers of the families about offices."""
