"""Scientific Computing, Unit Converter and Math MCP: mechanics in mixed units."""

from __future__ import annotations

from m3bench_suites.builders.cross.computing._shared.mixed.inertia import inertia
from m3bench_suites.builders.cross.computing._shared.mixed.springs import springs
from m3bench_suites.builders.cross.family import cross_family

FAMILY = cross_family(
    number=17,
    name="scientific_converter_math",
    title="Scientific Computing + Unit Converter + Math MCP",
    servers=("Scientific Computing", "Unit Converter", "Math MCP"),
    tasks=(springs, inertia),
)
