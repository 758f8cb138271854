"""Workbooks of an office's expenses, and the jobs on them."""
