"""Helpers of the families about food and goods."""
