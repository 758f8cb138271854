"""Kinds of vehicles: cars, and the makes and models of motorcycles and trucks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache

from m3bench_world.chance import Chance
from m3bench_world.garage.models import (
    FUEL_MARKS,
    Brand,
    Family,
    Variant,
    catalogue,
    fipe_code,
    read_brands,
    variants,
)

LARGE_TRUCK = 500
"""Price in thousands of reais from which a truck has two cabs."""
CABS = (("Cab. Leito", 1.0), ("Cab. Leito Teto Alto", 1.06))


class VehicleKind(StrEnum):
    """Kinds of vehicles, as the FIPE table names them."""

    CARS = "carros"
    MOTORCYCLES = "motos"
    TRUCKS = "caminhoes"


_FILES = {VehicleKind.MOTORCYCLES: "motorcycles.txt", VehicleKind.TRUCKS: "trucks.txt"}


@cache
def fleet(kind: VehicleKind) -> Mapping[Brand, tuple[Family, ...]]:
    """Return all brands of a kind by name, with their families."""
    return catalogue() if kind is VehicleKind.CARS else read_brands(_FILES[kind])


def fleet_variants(chance: Chance, kind: VehicleKind, brand: Brand) -> tuple[Variant, ...]:
    """Return the variants of a brand of a kind, with consecutive codes."""
    if kind is VehicleKind.CARS:
        return variants(chance, brand)
    made = [each for family in fleet(kind)[brand] for each in _described(kind, family)]
    return tuple(
        Variant(family, fipe_code(brand, number), name, family.fuels, factor)
        for number, (family, name, factor) in enumerate(made, start=1)
    )


def _described(kind: VehicleKind, family: Family) -> Iterable[tuple[Family, str, float]]:
    mark = FUEL_MARKS[family.fuels]
    if kind is VehicleKind.MOTORCYCLES:
        return [(family, f"{family.name}{mark}", 1.0)]
    if family.price < LARGE_TRUCK:
        return [(family, f"{family.name} 2p{mark}", 1.0)]
    return [(family, f"{family.name} {cab} 2p{mark}", factor) for cab, factor in CABS]
