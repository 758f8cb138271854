"""Exports to Harbor."""
