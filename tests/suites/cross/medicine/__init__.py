"""Families of `cross`: medicine."""
