"""Scientific Computing, Unit Converter and Math MCP: mechanics in mixed units."""

from __future__ import annotations

from m3bench_suites.builders.cross.computing._shared.mixed.inertia import make_inertia
from m3bench_suites.builders.cross.computing._shared.mixed.springs import make_springs
from m3bench_suites.builders.cross.family import CrossFamily

FAMILY = CrossFamily(
    number=17,
    name="scientific_converter_math",
    title="Scientific Computing + Unit Converter + Math MCP",
    servers=("Scientific Computing", "Unit Converter", "Math MCP"),
    makers=(make_springs, make_inertia),
)
