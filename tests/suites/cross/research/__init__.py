"""Families of `cross`: research."""
