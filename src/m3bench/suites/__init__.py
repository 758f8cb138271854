"""Tasks: families that are generated from a seed."""

from m3bench.suites.suite import Suite

__all__ = ["Suite"]
