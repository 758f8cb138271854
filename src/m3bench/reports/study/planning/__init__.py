"""Planning: origins of arguments, parallelism, and the planning failures of MCP-Bench."""

from m3bench.reports.study.planning.failures import planning_cells, planning_columns
from m3bench.reports.study.planning.section import planning_section

__all__ = ["planning_cells", "planning_columns", "planning_section"]
