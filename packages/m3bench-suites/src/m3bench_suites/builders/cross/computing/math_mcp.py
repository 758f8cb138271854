"""Math MCP alone: long sums by hand."""

from __future__ import annotations

from m3bench_suites.builders.cross.computing._shared.calculator.diving import diving
from m3bench_suites.builders.cross.computing._shared.calculator.line import line
from m3bench_suites.builders.cross.computing._shared.calculator.loan import loan
from m3bench_suites.builders.cross.family import cross_family

FAMILY = cross_family(
    number=13,
    name="math_mcp",
    title="Math MCP",
    servers=("Math MCP",),
    tasks=(line, loan, diving),
)
