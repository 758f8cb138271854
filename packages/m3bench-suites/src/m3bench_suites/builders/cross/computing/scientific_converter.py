"""Scientific Computing and Unit Converter: vectors and systems whose numbers come in many units."""

from __future__ import annotations

from m3bench_suites.builders.cross.computing._shared.mixed.brines import brines
from m3bench_suites.builders.cross.computing._shared.mixed.ropes import ropes
from m3bench_suites.builders.cross.family import cross_family

FAMILY = cross_family(
    number=16,
    name="scientific_converter",
    title="Scientific Computing + Unit Converter",
    servers=("Scientific Computing", "Unit Converter"),
    tasks=(ropes, brines),
)
