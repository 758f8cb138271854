"""Unit Converter alone: amounts in many units, and amounts that follow from them."""

from __future__ import annotations

from m3bench_suites.builders.cross.computing._shared.units.cargo import make_cargo
from m3bench_suites.builders.cross.computing._shared.units.tanks import make_tanks
from m3bench_suites.builders.cross.computing._shared.units.voyage import make_voyage
from m3bench_suites.builders.cross.family import CrossFamily

FAMILY = CrossFamily(
    number=12,
    name="unit_converter",
    title="Unit Converter",
    servers=("Unit Converter",),
    makers=(make_cargo, make_voyage, make_tanks),
)
