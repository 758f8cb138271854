"""Families of `cross`: computing."""
