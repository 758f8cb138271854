"""A number that an answer should state."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.checks.check import Evidence
from m3bench.checks.lookup import LiveNumber, look_up_number
from m3bench.checks.reading import (
    EXACT,
    LEVELS,
    YEARS,
    Amount,
    Tolerance,
    committed,
    contradicts_itself,
    has_unit,
    segments,
    single_amounts,
    stands,
    words,
)

_MOST_SHOWN = 8
_MOST_OF_A_KIND = 3
"""More numbers with the unit of a quantity are a list of candidates, or the steps to the last one."""


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
    candidates = [amount for amount in single_amounts(text) if _counts(amount, quantity, expected, text)]
    values = [_value(amount, quantity, text) for amount in _near(candidates, quantity.near, text)]
    if (quantity.unit or quantity.near) and len(set(values)) > _MOST_OF_A_KIND:
        values = values[-1:]  # of many candidates, the answer is the last
    for value in values:
        if quantity.tolerance.fits(value, expected):
            return True, f"says {value:.12g}; expected {wanted}"
    if not values:
        return False, f"no such number; expected {wanted}"
    shown = ", ".join(f"{value:.12g}" for value in values[:_MOST_SHOWN])
    more = ", …" if len(values) > _MOST_SHOWN else ""
    return False, f"says {shown}{more}; expected {wanted}"


def _counts(amount: Amount, quantity: Quantity, expected: float, text: str) -> bool:
    """Return whether a number can be meant: it has the unit, and is not a year if amounts are expected."""
    if quantity.unit is not None:
        return has_unit(amount, quantity.unit, text)
    return expected in YEARS or not amount.year or not quantity.near


def _value(amount: Amount, quantity: Quantity, text: str) -> float:
    return amount.unscaled if text[amount.end - 1] in (quantity.unit or ()) else amount.value


def _near(candidates: list[Amount], near: Sequence[str], text: str) -> list[Amount]:
    """Return the numbers in the smallest parts of the text that contain a number and all the words."""
    if not near or not candidates:
        return candidates
    for level in LEVELS:
        parts = [
            (start, end)
            for start, end in segments(text, level)
            if all(stands(name, words(text[start:end])) for name in near)
        ]
        chosen = [amount for amount in candidates if any(start <= amount.start < end for start, end in parts)]
        if chosen:
            return chosen
    return candidates if all(stands(name, words(text)) for name in near) else []
