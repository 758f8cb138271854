"""Unit Converter and Math MCP: amounts in many units, and sums over them."""

from __future__ import annotations

from m3bench_suites.builders.cross.computing._shared.mixed.backups import make_backups
from m3bench_suites.builders.cross.computing._shared.mixed.fleet import make_fleet
from m3bench_suites.builders.cross.family import CrossFamily

FAMILY = CrossFamily(
    number=15,
    name="converter_math",
    title="Unit Converter + Math MCP",
    servers=("Unit Converter", "Math MCP"),
    makers=(make_fleet, make_backups),
)
