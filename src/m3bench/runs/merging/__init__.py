"""Merge runs of one agent: other tasks of a suite, or more repeats of the same."""

from m3bench.runs.merging.merge import Merged, merge_runs

__all__ = ["Merged", "merge_runs"]
