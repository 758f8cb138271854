"""Helpers of the families about animals."""
