"""Scientific Computing and Math MCP: tensors, and sums over what they give."""

from __future__ import annotations

from m3bench_suites.builders.cross.computing._shared.mixed.portfolio import portfolio
from m3bench_suites.builders.cross.computing._shared.mixed.roof import roof
from m3bench_suites.builders.cross.computing._shared.mixed.sectors import sectors
from m3bench_suites.builders.cross.family import cross_family

FAMILY = cross_family(
    number=14,
    name="scientific_math",
    title="Scientific Computing + Math MCP",
    servers=("Scientific Computing", "Math MCP"),
    tasks=(portfolio, sectors, roof),
)
