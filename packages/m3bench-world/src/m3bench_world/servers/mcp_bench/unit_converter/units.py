"""Exact factors of units, and conversion without rounding before the end.

`units.tsv` holds the size of each unit in the base unit of its kind (turn, metre, joule, newton, pascal,
watt, m/s, m², kg, litre, byte, kg/m³, second), written as its definition: products and quotients of numbers.

Sources:
- SI brochure (BIPM, 9th edition, 2019): prefixes, electron volt, astronomical unit, minute to day, hectare,
  tonne, light, standard gravity (9.80665 m/s²). IAU: parsec (resolution B2, 2015), light year of 365.25 days.
- NIST Special Publication 811 (2008), appendix B: yard and pound of 1959, US survey foot, US and imperial
  volumes, Btu and therm (International Table), thermochemical calorie, horsepower of 550 ft·lbf/s, ton of
  refrigeration, conventional water and mercury (13.5951), nautical mile, carat, troy ounce. A plain gallon or
  ton is the US one.
- ICAO standard atmosphere (Doc 7488): Mach at sea level, 340.294 m/s. Sound in dry air at 20 °C: 343 m/s.
- JEDEC JESD100B.01: kilobyte to exabyte are powers of 1024, as memory is sold.
- Gregorian calendar: mean year of 365.2425 days, with its twelfth and fourth. Mean synodic month of
  29.530588853 days (Chapront-Touzé and Chapront 1988). Cable: a tenth of a nautical mile. Admiralty mile:
  6080 ft.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

from m3bench.servers.kit import BadArgument

TEMPERATURES = ("celsius", "fahrenheit", "kelvin")
UnitType = Literal[
    "angle",
    "area",
    "computer_data",
    "density",
    "energy",
    "force",
    "length",
    "mass",
    "power",
    "pressure",
    "speed",
    "temperature",
    "time",
    "volume",
]
KINDS: tuple[UnitType, ...] = get_args(UnitType)
_PI = Fraction("3.14159265358979323846264338327950288419716939937511")
_ZERO = Fraction("273.15")


@cache
def _tables() -> dict[str, dict[str, Fraction]]:
    text = files(__package__).joinpath("units.tsv").read_text(encoding="utf-8")
    tables: dict[str, dict[str, Fraction]] = {}
    for line in text.splitlines()[1:]:
        kind, name, factor = line.split("\t")
        tables.setdefault(kind, {})[name] = _factor(factor)
    return tables


def _factor(text: str) -> Fraction:
    value = Fraction(1)
    for sign, part in re.findall(r"(^|[*/])([^*/]+)", text):
        number = _PI if part == "pi" else Fraction(part)
        value = value / number if sign == "/" else value * number
    return value


def unit_names(kind: str) -> list[str]:
    return list(TEMPERATURES) if kind == "temperature" else list(_tables()[kind])


def convert(kind: str, value: float, from_unit: str, to_unit: str) -> dict[str, Any]:
    """Return the amount in the other unit, rounded once."""
    source, target = find_unit(kind, from_unit, "from_unit"), find_unit(kind, to_unit, "to_unit")
    exact = Fraction(repr(float(value)))
    if kind == "temperature":
        converted = _from_kelvin(_to_kelvin(exact, source), target)
    else:
        table = _tables()[kind]
        converted = exact * table[source] / table[target]
    try:
        number = float(converted)
    except OverflowError:
        raise BadArgument("value", "the result is too large to represent; use a smaller amount") from None
    return {
        "original_value": value,
        "original_unit": source,
        "converted_value": number,
        "converted_unit": target,
        "conversion_type": kind,
    }


def _to_kelvin(value: Fraction, unit: str) -> Fraction:
    kelvin = {"celsius": value + _ZERO, "fahrenheit": (value - 32) * 5 / 9 + _ZERO, "kelvin": value}[unit]
    if kelvin < 0:
        lowest = {"celsius": "-273.15", "fahrenheit": "-459.67", "kelvin": "0"}[unit]
        raise BadArgument("value", f"{float(value):g} is below absolute zero, {lowest} {unit}")
    return kelvin


def _from_kelvin(kelvin: Fraction, unit: str) -> Fraction:
    celsius = kelvin - _ZERO
    return {"celsius": celsius, "fahrenheit": celsius * 9 / 5 + 32, "kelvin": kelvin}[unit]


def find_unit(kind: str, name: str, argument: str) -> str:
    """Return the unit of this name; case, hyphens and a final s are free."""
    names = unit_names(kind)
    if name in names:
        return name
    wanted = _folded(name)
    for known in names:
        if _folded(known) == wanted:
            return known
    near = get_close_matches(name[:60], names, n=4, cutoff=0.5)
    hint = f"did you mean: {', '.join(near)}?" if near else f"units are {', '.join(names)}"
    raise BadArgument(argument, f"'{name[:60]}' is not a unit of {kind}; {hint}")


def _folded(name: str) -> str:
    return name.strip().casefold().replace("\u2011", "-").removesuffix("s")
