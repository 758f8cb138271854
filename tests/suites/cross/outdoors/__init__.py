"""Families of `cross`: outdoors."""
