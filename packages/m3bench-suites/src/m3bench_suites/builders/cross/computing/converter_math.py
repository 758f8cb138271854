"""Unit Converter and Math MCP: amounts in many units, and sums over them."""

from __future__ import annotations

from m3bench_suites.builders.cross.computing._shared.mixed.backups import backups
from m3bench_suites.builders.cross.computing._shared.mixed.fleet import fleet
from m3bench_suites.builders.cross.family import cross_family

FAMILY = cross_family(
    number=15,
    name="converter_math",
    title="Unit Converter + Math MCP",
    servers=("Unit Converter", "Math MCP"),
    tasks=(fleet, backups),
)
