"""The suites of m3bench: released tasks, and what makes them. Importing it loads no task."""

from m3bench_suites.entries import SUITES

__all__ = ["SUITES"]
