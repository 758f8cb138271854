"""Scientific Computing and Math MCP: tensors, and sums over what they give."""

from __future__ import annotations

from m3bench_suites.builders.cross.computing._shared.mixed.portfolio import make_portfolio
from m3bench_suites.builders.cross.computing._shared.mixed.roof import make_roof
from m3bench_suites.builders.cross.computing._shared.mixed.sectors import make_sectors
from m3bench_suites.builders.cross.family import CrossFamily

FAMILY = CrossFamily(
    number=14,
    name="scientific_math",
    title="Scientific Computing + Math MCP",
    servers=("Scientific Computing", "Math MCP"),
    makers=(make_portfolio, make_sectors, make_roof),
)
