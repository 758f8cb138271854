"""Suites on a terminal: their tasks, what they cover, and their verification."""

from m3bench.reports.terminal.suites.listing import print_suite, print_task, print_verified

__all__ = ["print_suite", "print_task", "print_verified"]
