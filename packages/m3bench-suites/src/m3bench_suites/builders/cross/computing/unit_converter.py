"""Unit Converter alone: amounts in many units, and amounts that follow from them."""

from __future__ import annotations

from m3bench_suites.builders.cross.computing._shared.units.cargo import cargo
from m3bench_suites.builders.cross.computing._shared.units.tanks import tanks
from m3bench_suites.builders.cross.computing._shared.units.voyage import voyage
from m3bench_suites.builders.cross.family import cross_family

FAMILY = cross_family(
    number=12,
    name="unit_converter",
    title="Unit Converter",
    servers=("Unit Converter",),
    tasks=(cargo, voyage, tanks),
)
