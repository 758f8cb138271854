"""Wordings of the families, one module each."""
