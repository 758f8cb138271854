"""Tasks: families that are generated from a seed."""

from m3bench.suites.registry import SUITES, make_suite
from m3bench.suites.suite import Suite

__all__ = ["SUITES", "Suite", "make_suite"]
