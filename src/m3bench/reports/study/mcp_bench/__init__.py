"""Scores as MCP-Bench's paper has them, beside its figures."""

from m3bench.reports.study.mcp_bench.runs import is_judged_by_rubric, rubric_overall
from m3bench.reports.study.mcp_bench.section import mcp_bench_section

__all__ = ["is_judged_by_rubric", "mcp_bench_section", "rubric_overall"]
