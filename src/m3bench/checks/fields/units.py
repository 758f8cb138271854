"""Units of measure: spellings and conversion."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Unit(NamedTuple):
    """A dimension, and the conversion to its base unit: value · factor + offset."""

    dimension: str
    factor: float
    offset: float = 0.0


@cache
def _units() -> dict[str, Unit]:
    """The table `units.tsv` by spelling: dimension, factor, offset, spellings."""
    rows = (files("m3bench.checks.fields") / "units.tsv").read_text("utf-8").splitlines()
    split = (row.split("\t") for row in rows)
    return {
        spelling: Unit(dimension, float(factor), float(offset))
        for dimension, factor, offset, spellings in split
        for spelling in spellings.split("|")
    }


def find_unit(text: str) -> Unit | None:
    """Return the unit that a text names, or None."""
    plain = " ".join(text.casefold().replace("\u00a0", " ").split()).strip(" .,;:()")
    return _units().get(plain) or _units().get(plain.rstrip("s"))


def converted(value: float, given: Unit, wanted: Unit) -> float | None:
    """Convert a value to another unit; None if the dimensions differ."""
    if given.dimension != wanted.dimension:
        return None
    return (value * given.factor + given.offset - wanted.offset) / wanted.factor
