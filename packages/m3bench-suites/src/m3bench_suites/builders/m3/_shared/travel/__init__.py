"""Helpers of the families about travel."""
