"""Car families and their variants."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec

from m3bench.core import normalize
from m3bench_world.chance import Chance
from m3bench_world.data import written

FUELS = {"G": "Gasolina", "F": "Flex", "H": "Híbrido", "E": "Elétrico", "D": "Diesel"}
FUEL_MARKS = {"G": "", "F": " Flex", "H": " (Híbrido)", "E": " (Elétrico)", "D": " Diesel"}
ENGINES = written("garage", "engines", dict[str, tuple[str, ...]])
DIESELS = ("2.0 TD", "2.2 TD", "2.8 TD", "3.0 TD")
DOORS = {"hatch": "5p", "sedan": "4p", "wagon": "5p", "suv": "5p", "pickup": "CD", "van": "4p", "sport": "2p"}
DEAR = 190
"""Price in thousands of reais from which a car has a larger engine."""
STILL_MADE = 2026
"""Last model year of families that are still made."""


class Brand(msgspec.Struct, frozen=True):
    code: int
    name: str


class Family(msgspec.Struct, frozen=True):
    """Cars of one name. The price is that of the newest one, in thousands of reais."""

    brand: Brand
    name: str
    segment: str
    price: float
    fuels: str
    first: int
    last: int


class Variant(msgspec.Struct, frozen=True):
    family: Family
    code: str
    """FIPE code: six digits and a check digit."""
    name: str
    fuel: str
    """A letter of `FUELS`."""
    factor: float
    """Price relative to the family's."""


def words_of(name: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", normalize(name))


@cache
def catalogue() -> dict[Brand, tuple[Family, ...]]:
    """Return all car brands by name, with their families."""
    return read_brands("brands.txt")


def read_brands(file: str) -> dict[Brand, tuple[Family, ...]]:
    """Read brands and their families from a file of this package, and sort them by name."""
    made = {}
    for line in (files(__package__) / file).read_text(encoding="utf-8").splitlines():
        name, code, families = line.split("|")
        brand = Brand(int(code), name)
        made[brand] = tuple(_family(brand, text) for text in families.split(";"))
    return dict(sorted(made.items(), key=lambda item: normalize(item[0].name)))


def _family(brand: Brand, text: str) -> Family:
    name, segment, price, fuels, years = text.split(":")
    first, last = map(int, years.split("-"))
    return Family(brand, name, segment, float(price), fuels, first, last)


@cache
def _trims() -> dict[str, list[str]]:
    lines = (files(__package__) / "trims.txt").read_text(encoding="utf-8").splitlines()
    return {brand: trims for brand, *trims in (line.split("|") for line in lines)}


def fipe_code(brand: Brand, number: int) -> str:
    """Return a code of six digits and a check digit."""
    digits = f"{brand.code:03d}{number:03d}"
    weighed = sum(int(digit) * weight for digit, weight in zip(digits, (7, 6, 5, 4, 3, 2), strict=True))
    return f"{digits}-{-weighed % 11 % 10}"


def variants(chance: Chance, brand: Brand) -> tuple[Variant, ...]:
    """Return the variants of a brand, with consecutive codes."""
    made: list[Variant] = []
    for family in catalogue()[brand]:
        made += _family_variants(chance, family, len(made) + 1)
    return tuple(made)


def _family_variants(chance: Chance, family: Family, first_number: int) -> list[Variant]:
    trims = _trims().get(family.brand.name, _trims()["*"])
    wanted = 2 if family.last < 2010 else chance.whole(2, 3, "trims", family.brand.name, family.name)
    made: list[Variant] = []
    for fuel in family.fuels:
        start = chance.whole(
            0, max(0, len(trims) - wanted), "first trim", family.brand.name, family.name, fuel
        )
        for step, trim in enumerate(trims[start : start + wanted]):
            name = _name(chance, family, fuel, trim)
            dearer = {"H": 0.06, "D": 0.08, "E": 0.04}.get(fuel, 0.0)
            luck = chance.between(-0.02, 0.02, "variant price", family.brand.name, name)
            factor = 0.92 + 0.08 * step + dearer + luck
            made.append(
                Variant(family, fipe_code(family.brand, first_number + len(made)), name, fuel, factor)
            )
    return made


def _name(chance: Chance, family: Family, fuel: str, trim: str) -> str:
    """Return a name such as 'Corolla Cross XRE 2.0 16V Flex Aut. 5p'."""
    if fuel == "E":
        return f"{family.name} {trim} {DOORS[family.segment]}{FUEL_MARKS[fuel]}"
    engines = DIESELS if fuel == "D" else ENGINES[family.segment]
    engines = engines[len(engines) // 2 :] if family.price >= DEAR else engines
    engine = chance.pick(engines, "engine", family.brand.name, family.name, fuel)
    manual = family.price < 90 and chance.happens(0.6, "gears", family.brand.name, family.name, trim)
    gears = "Mec." if manual else "Aut."
    return f"{family.name} {trim} {engine}{FUEL_MARKS[fuel]} {gears} {DOORS[family.segment]}"
