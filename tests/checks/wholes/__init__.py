"""Tests of the check of whole files."""
