"""All runs at a glance: the summary, the matrix of tasks and runs, and the limits that runs met."""

from m3bench.reports.study.overview.conditions import conditions_section
from m3bench.reports.study.overview.matrix import matrix_section
from m3bench.reports.study.overview.summary import summary_section

__all__ = ["conditions_section", "matrix_section", "summary_section"]
