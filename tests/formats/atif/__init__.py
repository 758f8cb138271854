"""ATIF."""
