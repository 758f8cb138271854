"""Families of `cross`: markets."""
