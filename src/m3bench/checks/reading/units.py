"""Units of measure: spellings, conversion, and which is next to a number in a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from m3bench.checks.reading.amounts import Amount

UNIT_BEHIND = r"(?P<unit>[%°€£$¥][CF]?|[^\W\d_]+(?:[/ ][^\W\d_]+)?)"
_BEHIND = re.compile(rf"[ \u00a0*_]*{UNIT_BEHIND}")
_BEHIND_IN_FIELD = re.compile(
    r"\s*(?P<unit>[%°€£$¥](?:\s?[CFcf]\b)?|[^\W\d_]+\$?(?:/[^\W\d_]+)?(?:[ -][^\W\d_]+){0,2})?"
)
_BEFORE = re.compile(r"(?P<unit>(?:US|R|u\.s\.)?\s?[$€£¥]|[A-Za-z]{3})\s*$")
_PERCENT = ("%", "percent", "per cent", "pct")
_MARKS = " \u00a0\u202f\u2009*_|`-:=(~≈\\"


class Unit(NamedTuple):
    """A dimension, and the conversion to its base unit: value · factor + offset."""

    dimension: str
    factor: float
    offset: float = 0.0


@cache
def _units() -> dict[str, Unit]:
    """The table `units.tsv` by spelling: dimension, factor, offset, spellings."""
    rows = (files("m3bench.checks.reading") / "units.tsv").read_text("utf-8").splitlines()
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


def unit_behind(text: str, found: Amount) -> str:
    """Return the unit right after a number, in one or two words; empty if there is none."""
    match = _BEHIND.match(text, found.end)
    if match is None:
        return ""
    unit = match["unit"]
    return unit if find_unit(unit) else unit.partition(" ")[0]


def unit_beside(before: str, behind: str) -> Unit | None:
    """Return the unit next to a number: the longest name after it, or a sign before it."""
    match = _BEHIND_IN_FIELD.match(behind)
    named = (match["unit"] or "") if match else ""
    parts = re.split(r"[ -]", named)
    for count in range(len(parts), 0, -1):
        unit = find_unit(" ".join(parts[:count]))
        if unit is not None:
            return unit
    sign = _BEFORE.search(before.rstrip("0123456789.,+-−").rstrip()) or _BEFORE.search(before)
    return find_unit(sign["unit"].replace(" ", "")) if sign else None


def has_unit(found: Amount, unit: Sequence[str], text: str) -> bool:
    """Return whether one of the spellings is next to the number, at most one word after it."""
    spellings = [*unit, *_PERCENT] if not set(_PERCENT).isdisjoint(unit) else list(unit)
    behind = text[found.end : found.end + 60].lstrip(_MARKS)
    before = text[max(0, found.start - 30) : found.start].rstrip(f"{_MARKS})")
    skipped = re.sub(r"^[^\W\d_]+[)\s*_-]+\(?", "", behind)
    at_number = text[found.start : found.end]
    return any(
        _begins(behind, spelling)
        or _begins(skipped, spelling)
        or _ends(before, spelling)
        or _is_part(at_number, spelling)
        for spelling in spellings
        if spelling
    )


def _is_part(number: str, unit: str) -> bool:
    """A currency sign before the digits, or a letter after them, is part of the parsed number."""
    return number.lstrip("-−+").startswith(unit) or (
        len(unit) == 1 and unit.isalpha() and number.endswith(unit)
    )


def _begins(text: str, unit: str) -> bool:
    start = text[: len(unit)]
    if not _same(start, unit):
        return False
    rest = text[len(unit) :]
    return not unit[-1].isalpha() or not re.match(r"(?!e?s\b)[^\W\d_]", rest)


def _ends(text: str, unit: str) -> bool:
    if not _same(text[-len(unit) :], unit):
        return False
    rest = text[: -len(unit)]
    return not unit[0].isalpha() or not rest or not rest[-1].isalpha()


def _same(found: str, unit: str) -> bool:
    """Compare units; case matters for single letters only: m is not M."""
    return found == unit if len(unit) == 1 else found.casefold() == unit.casefold()
