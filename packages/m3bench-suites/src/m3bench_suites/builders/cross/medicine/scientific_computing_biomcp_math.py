"""Scientific Computing, BioMCP and Math MCP: figures of registers in matrices and vectors."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.medicine._shared.cohort_matrix import cohort_matrix
from m3bench_suites.builders.cross.medicine._shared.pooled_safety import pooled_safety


def _cohorts(draw: TaskDraw) -> Blueprint:
    return cohort_matrix(draw, FAMILY)


def _safety(draw: TaskDraw) -> Blueprint:
    return pooled_safety(draw, FAMILY)


FAMILY = CrossFamily(
    number=6,
    name="scientific_computing_biomcp_math",
    title="Scientific Computing, BioMCP and Math MCP",
    servers=("Scientific Computing", "BioMCP", "Math MCP"),
    makers=(_safety, _cohorts),
)
