"""Families of `cross`: software."""
