"""Helpers of the families about places."""
