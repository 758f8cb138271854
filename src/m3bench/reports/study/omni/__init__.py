"""Closed-loop tasks: success as TOBench counts it, evaluation points, and tools that lie."""

from m3bench.reports.study.omni.section import omni_section

__all__ = ["omni_section"]
