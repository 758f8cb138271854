"""The smoke suite: six small tasks over the bundled servers that exercise every part of a run."""

from m3bench_suites.builders.smoke.suite import smoke_suite

__all__ = ["smoke_suite"]
