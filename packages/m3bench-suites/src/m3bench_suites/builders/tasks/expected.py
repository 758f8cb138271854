"""Expected values of answer fields: stated by a result, or computed from what results state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from m3bench.checks import Expected, Tolerance

EXACT = Tolerance()
"""For values of which only errors of floating-point numbers are tolerated."""
CENT = Tolerance(absolute=0.006)
"""For values that are computed or rounded to two decimals."""
NOTHING = Expected()
"""The expected value of a field that must stay empty, such as one of the branch that is not taken."""


def stated(value: Any, tolerance: Tolerance = EXACT, *, also: Sequence[Any] = ()) -> Expected:
    """Return the expected value of a field that a result states."""
    return Expected(value, also=tuple(also), tolerance=tolerance)


def computed(value: Any, grounds: Iterable[Any], tolerance: Tolerance = CENT) -> Expected:
    """Return the expected value of a field that is computed or decided from values in results."""
    return Expected(value, tolerance=tolerance, grounds=tuple(grounds))


def listed(values: Iterable[Any]) -> Expected:
    """Return the expected value of a field with several values that results state."""
    return Expected(items=tuple(stated(value) for value in values))


def rows(values: Iterable[Mapping[str, Expected]]) -> Expected:
    """Return the expected value of a field of records."""
    return Expected(rows=tuple(dict(row) for row in values))


def table(thing: str, names: Iterable[Any], **columns: Mapping[Any, Any]) -> Expected:
    """Return records that state values by name: `table("town", towns, people=populations)`."""
    return rows(
        {thing: stated(name), **{column: stated(values[name]) for column, values in columns.items()}}
        for name in names
    )


def either(holds: bool, met: str, unmet: str, value: Expected) -> dict[str, Expected]:
    """Return two fields of which a condition decides the one with the value. The other must stay empty."""
    return {met: value if holds else NOTHING, unmet: NOTHING if holds else value}


def in_words(fields: Mapping[str, Expected]) -> str:
    """Return the fields as an answer in text, for judges and people."""
    return "; ".join(f"{name.replace('_', ' ')}: {_said(value)}" for name, value in fields.items())


def _said(expected: Expected) -> str:
    if expected.items is not None:
        return ", ".join(map(_said, expected.items)) or "none"
    if expected.rows is not None:
        return ", ".join(f"({in_words(row)})" for row in expected.rows) or "none"
    if isinstance(expected.value, bool):
        return "yes" if expected.value else "no"
    return "none" if expected.value is None else str(expected.value)
