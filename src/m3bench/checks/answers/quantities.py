"""A number that an answer should state, found among all that it says."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from m3bench.checks.asking import Asked, asked_number
from m3bench.checks.check import Evidence
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
    """A number, how it may be off, how its unit may be spelled, and the words that belong to it."""

    value: float | None = None
    tolerance: Tolerance = EXACT
    unit: tuple[str, ...] | None = None
    """Spellings, one of which must stand beside the number. Each kind of percent sign stands for all."""
    near: tuple[str, ...] = ()
    """Words that all belong to the number; bars between alternatives: ``total|sum``."""
    asked: Asked | None = None
    """Gives the value, where it is only known when the outcome is checked."""

    def __post_init__(self) -> None:
        if (self.value is None) == (self.asked is None):
            raise ValueError("a number needs either a value or a tool to ask")

    def expected(self, evidence: Evidence) -> float:
        if self.value is not None:
            return self.value
        assert self.asked is not None
        return asked_number(self.asked, evidence)

    def words(self, expected: float) -> str:
        unit = f" {self.unit[0]}" if self.unit else ""
        near = f" near {', '.join(self.near)}" if self.near else ""
        return f"{self.tolerance.words(expected)}{unit}{near}"


def stated(quantity: Quantity, expected: float, text: str) -> tuple[bool, str]:
    """Whether a text states a quantity, and what it was in words.

    Numbers that are denied, doubted, offered as alternatives or listed in a long row are not stated.
    """
    wanted = quantity.words(expected)
    text = committed(text)
    if contradicts_itself(text, lambda value: quantity.tolerance.fits(value, expected)):
        return False, f"says it with several numbers; expected {wanted}"
    candidates = [found for found in single_amounts(text) if _counts(found, quantity, expected, text)]
    candidates = _near(candidates, quantity.near, text)
    values = [_value(found, quantity, text) for found in candidates]
    fitting = [value for value in values if quantity.tolerance.fits(value, expected)]
    if fitting:
        return True, f"says {fitting[0]:.12g}; expected {wanted}"
    if not values:
        return False, f"no number of that kind; expected {wanted}"
    shown = ", ".join(f"{value:.12g}" for value in values[:_MOST_SHOWN])
    more = ", …" if len(values) > _MOST_SHOWN else ""
    return False, f"says {shown}{more}; expected {wanted}"


def _counts(found: Amount, quantity: Quantity, expected: float, text: str) -> bool:
    """Whether a number can be meant: it has the unit, and is no year where amounts are asked for."""
    if quantity.unit is not None:
        return has_unit(found, quantity.unit, text)
    wants_year = expected in _YEARS
    return wants_year or not found.year or not quantity.near


def has_unit(found: Amount, unit: Sequence[str], text: str) -> bool:
    """Whether one of the spellings stands beside the number, at most one word away behind it."""
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
    """A coin before the digits, or the letter behind them, belongs to what was read as the number."""
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
    """Case matters for single letters only: m is not M."""
    return found == unit if len(unit) == 1 else found.casefold() == unit.casefold()


def _value(found: Amount, quantity: Quantity, text: str) -> float:
    letter = text[found.end - 1]
    return found.unscaled if letter in (quantity.unit or ()) else found.value


def _near(candidates: list[Amount], near: Sequence[str], text: str) -> list[Amount]:
    """Of the numbers, those in the smallest parts of the text that hold such a number and all the words."""
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
