"""Families of `cross`: culture."""
