"""Scientific Computing and Unit Converter: vectors and systems whose numbers come in many units."""

from __future__ import annotations

from m3bench_suites.builders.cross.computing._shared.mixed.brines import make_brines
from m3bench_suites.builders.cross.computing._shared.mixed.ropes import make_ropes
from m3bench_suites.builders.cross.family import CrossFamily

FAMILY = CrossFamily(
    number=16,
    name="scientific_converter",
    title="Scientific Computing + Unit Converter",
    servers=("Scientific Computing", "Unit Converter"),
    makers=(make_ropes, make_brines),
)
