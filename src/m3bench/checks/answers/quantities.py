"""A number that an answer should state."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from m3bench.checks.check import Evidence
from m3bench.checks.lookup import LiveNumber, look_up_number
from m3bench.checks.reading import (
    EXACT,
    LEVELS,
    Amount,
    Tolerance,
    committed,
    contradicts_itself,
    segments,
    single_amounts,
    stands,
    words,
)

_YEARS = range(1000, 2200)
_PERCENT = ("%", "percent", "per cent", "pct")
_MARKS = " \u00a0\u202f\u2009*_|`-:=(~≈\\"
_MOST_SHOWN = 8


class Quantity(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A number with its tolerance, the spellings of its unit, and the words that belong to it."""

    value: float | None = None
    tolerance: Tolerance = EXACT
    unit: tuple[str, ...] | None = None
    """Spellings, one of which must be next to the number. Each kind of percent sign stands for all."""
    near: tuple[str, ...] = ()
    """Words that must all belong to the number; bars separate alternatives: ``total|sum``."""
    asked: LiveNumber | None = None
    """Provides the value if it is only known at check time."""

    def __post_init__(self) -> None:
        if (self.value is None) == (self.asked is None):
            raise ValueError("a number needs either value or asked")

    def expected(self, evidence: Evidence) -> float:
        if self.value is not None:
            return self.value
        assert self.asked is not None
        return look_up_number(self.asked, evidence)

    def words(self, expected: float) -> str:
        unit = f" {self.unit[0]}" if self.unit else ""
        near = f" near {', '.join(self.near)}" if self.near else ""
        return f"{self.tolerance.words(expected)}{unit}{near}"


def stated(quantity: Quantity, expected: float, text: str) -> tuple[bool, str]:
    """Return whether a text states a quantity, and a description of what it states.

    Numbers that are negated, doubted, offered as alternatives or part of a long list do not count.
    """
    wanted = quantity.words(expected)
    text = committed(text)
    if contradicts_itself(text, lambda value: quantity.tolerance.fits(value, expected)):
        return False, f"says several numbers for it; expected {wanted}"
    candidates = [found for found in single_amounts(text) if _counts(found, quantity, expected, text)]
    candidates = _near(candidates, quantity.near, text)
    values = [_value(found, quantity, text) for found in candidates]
    fitting = [value for value in values if quantity.tolerance.fits(value, expected)]
    if fitting:
        return True, f"says {fitting[0]:.12g}; expected {wanted}"
    if not values:
        return False, f"no such number; expected {wanted}"
    shown = ", ".join(f"{value:.12g}" for value in values[:_MOST_SHOWN])
    more = ", …" if len(values) > _MOST_SHOWN else ""
    return False, f"says {shown}{more}; expected {wanted}"


def _counts(found: Amount, quantity: Quantity, expected: float, text: str) -> bool:
    """Return whether a number can be meant: it has the unit, and is not a year if amounts are expected."""
    if quantity.unit is not None:
        return has_unit(found, quantity.unit, text)
    wants_year = expected in _YEARS
    return wants_year or not found.year or not quantity.near


def has_unit(found: Amount, unit: Sequence[str], text: str) -> bool:
    """Return whether one of the spellings is next to the number, at most one word after it."""
    spellings = [*unit, *_PERCENT] if any(each in _PERCENT for each in unit) else list(unit)
    behind = text[found.end : found.end + 60].lstrip(_MARKS)
    before = text[max(0, found.start - 30) : found.start].rstrip(f"{_MARKS})")
    skipped = re.sub(r"^[^\W\d_]+[)\s*_-]+\(?", "", behind)
    at_number = text[found.start : found.end]
    return any(
        _begins(behind, each) or _begins(skipped, each) or _ends(before, each) or _is_part(at_number, each)
        for each in spellings
        if each
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


def _value(found: Amount, quantity: Quantity, text: str) -> float:
    letter = text[found.end - 1]
    return found.unscaled if letter in (quantity.unit or ()) else found.value


def _near(candidates: list[Amount], near: Sequence[str], text: str) -> list[Amount]:
    """Return the numbers in the smallest parts of the text that contain a number and all the words."""
    if not near or not candidates:
        return candidates
    for level in LEVELS:
        parts = [
            (start, end)
            for start, end in segments(text, level)
            if any(start <= found.start < end for found in candidates)
            and all(stands(name, words(text[start:end])) for name in near)
        ]
        chosen = [found for found in candidates if any(start <= found.start < end for start, end in parts)]
        if chosen:
            return chosen
    return candidates if all(stands(name, words(text)) for name in near) else []
