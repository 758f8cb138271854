"""Scientific Computing, BioMCP and Math MCP: figures of registers in matrices and vectors."""

from __future__ import annotations

from m3bench_suites.builders.cross.family import cross_family
from m3bench_suites.builders.cross.medicine._shared.cohort_matrix import cohort_matrix
from m3bench_suites.builders.cross.medicine._shared.pooled_safety import pooled_safety

FAMILY = cross_family(
    number=6,
    name="scientific_computing_biomcp_math",
    title="Scientific Computing, BioMCP and Math MCP",
    servers=("Scientific Computing", "BioMCP", "Math MCP"),
    tasks=(pooled_safety, cohort_matrix),
)
