"""Brands of cars and other vehicles, their models, and prices in the reference month."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from enum import StrEnum
from functools import cache, lru_cache

import msgspec

from m3bench.core import near_misses, normalize
from m3bench_world.chance import Chance
from m3bench_world.garage.models import (
    FUEL_MARKS,
    FUELS,
    STILL_MADE,
    Brand,
    Family,
    Variant,
    catalogue,
    fipe_code,
    read_brands,
    variants,
    words_of,
)
from m3bench_world.world import World

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
    made = [family_model for family in fleet(kind)[brand] for family_model in _described(kind, family)]
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


MONTHS = (
    *("janeiro", "fevereiro", "março", "abril", "maio", "junho"),
    *("julho", "agosto", "setembro", "outubro", "novembro", "dezembro"),
)
MOST_YEARS = 12


class UnknownBrand(LookupError):
    def __init__(self, name: str, near: list[str]) -> None:
        super().__init__(f"no car brand '{name[:40]}'")
        self.near = near


class UnknownModel(LookupError):
    """No model of the brand matches; `near` are its families, or brands that have such a model."""

    def __init__(self, brand: Brand, keyword: str, near: list[str]) -> None:
        super().__init__(f"no model of {brand.name} matches '{keyword[:40]}'")
        self.near = near


class Price(msgspec.Struct, frozen=True):
    """A price; `year` is None for a new car."""

    year: int | None
    label: str
    reais: int


def format_reais(reais: int) -> str:
    """Format an amount as in the FIPE table: R$ 123.456,00."""
    return f"R$ {reais:,}".replace(",", ".") + ",00"


def _phrase(name: str) -> str:
    """Return the words of a name, each after a space."""
    return f" {' '.join(words_of(name))}"


def _find_brand(name: str, brands: Collection[Brand]) -> Brand:
    wanted = words_of(name)
    exact = [brand for brand in brands if words_of(brand.name) == wanted or str(brand.code) == name.strip()]
    partly = [brand for brand in brands if wanted and set(wanted) <= set(words_of(brand.name))]
    for found in (exact, partly):
        if len(found) == 1:
            return found[0]
    names = [brand.name for brand in brands]
    raise UnknownBrand(name, [brand.name for brand in partly[:5]] or near_misses(name, names))


class Garage:
    """Car prices for the month of the world's clock."""

    def __init__(self, world: World) -> None:
        self._chance = world.chance
        self._money = world.money
        self.month: date = world.now.date().replace(day=1)
        self.variants = lru_cache(maxsize=128)(self._variants)

    @property
    def reference(self) -> str:
        """Return the reference month, in Portuguese."""
        return f"{MONTHS[self.month.month - 1]} de {self.month.year}"

    def brands(self) -> tuple[Brand, ...]:
        return tuple(catalogue())

    def brand(self, name: str) -> Brand:
        """Return a car brand by name, part of a name such as 'VW' or 'Mercedes', or code."""
        return _find_brand(name, catalogue())

    def makes(self, kind: VehicleKind) -> tuple[Brand, ...]:
        """Return the brands of a kind of vehicles, by name."""
        return tuple(fleet(kind))

    def makes_named(self, name: str) -> dict[VehicleKind, Brand]:
        """Return the brand with this name, or part of a name, in each kind of vehicles that it makes."""
        found: dict[VehicleKind, Brand] = {}
        near: list[str] = []
        for kind in VehicleKind:
            try:
                found[kind] = _find_brand(name, fleet(kind))
            except UnknownBrand as unknown:
                near += unknown.near
        if not found:
            raise UnknownBrand(name, list(dict.fromkeys(near))[:6])
        return found

    def fleet(self, kind: VehicleKind, brand: Brand) -> tuple[Variant, ...]:
        """Return the variants of a brand of a kind that have a price."""
        made = self.variants(brand) if kind is VehicleKind.CARS else fleet_variants(self._chance, kind, brand)
        return tuple(variant for variant in made if self.prices(variant))

    def search(self, brand: Brand, keyword: str) -> list[Variant]:
        """Return variants whose name contains the keyword, or else all its words."""
        wanted = words_of(keyword)
        made = [variant for variant in self.variants(brand) if self.prices(variant)]
        phrase = f" {' '.join(wanted)}"
        named = [one for one in made if f"{_phrase(one.family.name)} ".startswith(f"{phrase} ")]
        found = named or [one for one in made if phrase in _phrase(one.name)]
        found = found or [variant for variant in made if set(wanted) <= set(words_of(variant.name))]
        if not found or not wanted:
            raise UnknownModel(brand, keyword, self._alike(brand, keyword))
        return sorted(found, key=lambda variant: words_of(variant.family.name) != wanted)

    def _alike(self, brand: Brand, keyword: str) -> list[str]:
        families = [family.name for family in catalogue()[brand]]
        elsewhere = [
            f"{family.name} (brand {other.name})"
            for other, made in catalogue().items()
            for family in made
            if other != brand and normalize(keyword) == normalize(family.name)
        ]
        near = near_misses(keyword, families, limit=4)
        return (elsewhere + near)[:5] or families[:8]

    def prices(self, variant: Variant) -> list[Price]:
        """Return prices by model year, newest first. A new car comes first if it is still made."""
        family = variant.family
        newest = self.month.year + 1 if family.last == STILL_MADE else family.last
        newest = min(newest, self.month.year + 1)
        value = family.price * 1_000 * variant.factor * self._mood(variant)
        fuel = FUELS[variant.fuel]
        made = [Price(None, f"Zero KM {fuel}", round(value))] if family.last == STILL_MADE else []
        years = range(newest, max(family.first, newest - MOST_YEARS) - 1, -1)
        for year in years:
            value *= 1 - self._loss(variant, newest - year)
            made.append(Price(year, f"{year} {fuel}", round(value)))
        return made if years else []

    def in_dollars(self, reais: int) -> float:
        """Convert to dollars at the reference rate of the first day of the month."""
        return round(self._money.convert(reais, "BRL", "USD", self.month), 2)

    def _mood(self, variant: Variant) -> float:
        """Return the market factor of this month."""
        month = self.month.year * 12 + self.month.month
        return 1 + 0.02 * self._chance.wave(month / 4, "car prices", variant.family.brand.name)

    def _loss(self, variant: Variant, age: int) -> float:
        """Return the share of its value that a car loses in a year."""
        usual = {"E": 0.11, "H": 0.09}.get(variant.fuel, 0.075)
        return usual * self._chance.between(0.6, 1.4, "loss", variant.code, age)

    def _variants(self, brand: Brand) -> tuple[Variant, ...]:
        return variants(self._chance, brand)
