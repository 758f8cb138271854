"""Math MCP alone: long sums by hand."""

from __future__ import annotations

from m3bench_suites.builders.cross.computing._shared.calculator.diving import make_diving
from m3bench_suites.builders.cross.computing._shared.calculator.line import make_line
from m3bench_suites.builders.cross.computing._shared.calculator.loan import make_loan
from m3bench_suites.builders.cross.family import CrossFamily

FAMILY = CrossFamily(
    number=13,
    name="math_mcp",
    title="Math MCP",
    servers=("Math MCP",),
    makers=(make_line, make_loan, make_diving),
)
