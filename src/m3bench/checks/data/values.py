"""Comparing values and rows of files: exactly, except for numbers within a tolerance."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from m3bench.checks.reading import Tolerance, shown, spaced
from m3bench.statistics import largest_matching

Row = Sequence[Any]

MAX_ROWS = 20_000
MAX_EXPECTED = 1_000
_MAX_DEPTH = 40
_MAX_SHOWN = 80
_NUMBER = re.compile(r"\s*[-+]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})([eE][-+]?\d{1,3})?\s*")


def same_value(
    found: Any, expected: Any, tolerance: Tolerance, *, written: bool = False, depth: int = 0
) -> bool:
    """Compare a value with the expected one: numbers within the tolerance, anything else exactly.

    With `written`, what was found comes from a format that has only texts: numbers, `true`, `false`, and an
    empty text for null are read from them.
    """
    if depth > _MAX_DEPTH:
        return False
    if isinstance(expected, dict):
        if not isinstance(found, dict) or found.keys() != expected.keys():
            return False
        pairs = [(found[key], value) for key, value in expected.items()]
    elif isinstance(expected, list | tuple):
        if not isinstance(found, list | tuple) or len(found) != len(expected):
            return False
        pairs = list(zip(found, expected, strict=True))
    else:
        return _same_scalar(_read(found, expected) if written else found, expected, tolerance)
    return all(same_value(one, other, tolerance, written=written, depth=depth + 1) for one, other in pairs)


def _read(found: Any, expected: Any) -> Any:
    """Return a text as the type of the expected value."""
    if not isinstance(found, str) or isinstance(expected, str):
        return found
    if expected is None:
        return None if not found.strip() else found
    if isinstance(expected, bool):
        return {"true": True, "false": False}.get(found.strip().lower(), found)
    return float(found) if _NUMBER.fullmatch(found) else found


def _same_scalar(found: Any, expected: Any, tolerance: Tolerance) -> bool:
    if isinstance(expected, bool) or expected is None:
        return found is expected
    if isinstance(expected, int | float):
        if isinstance(found, bool) or not isinstance(found, int | float) or abs(found) > 1e300:
            return False
        return math.isfinite(found) and tolerance.fits(float(found), float(expected))
    return isinstance(found, str) and found == expected


def row_faults(
    found: Sequence[Row], expected: Sequence[Row], tolerance: Tolerance, *, ordered: bool, written: bool
) -> list[str]:
    """Return what is wrong with rows: their number, missing ones, their order."""

    def fits(one: Row, other: Row) -> bool:
        return same_value(one, other, tolerance, written=written)

    if ordered and len(found) == len(expected):
        return [
            f"row {number} is {shown_row(one)}, expected {shown_row(other)}"
            for number, (one, other) in enumerate(zip(found, expected, strict=True), 1)
            if not fits(one, other)
        ]
    faults = [f"{len(found)} rows, expected {len(expected)}"] if len(found) != len(expected) else []
    compared = found[: 2 * len(expected) + 10]  # a wrong number of rows fails anyway
    return faults + [f"no row {shown_row(row)}" for row in missing_rows(compared, expected, fits)]


def missing_rows(
    found: Sequence[Row], expected: Sequence[Row], fits: Callable[[Row, Row], bool]
) -> list[Row]:
    """Return the expected rows without a partner, each found row being the partner of one."""
    left = list(found)
    lacking = []
    for row in expected:
        position = next((index for index, other in enumerate(left) if fits(other, row)), None)
        if position is None:
            lacking.append(row)
        else:
            left.pop(position)
    if not lacking or not left:
        return lacking
    return _unmatched(found, expected, fits)


def _unmatched(found: Sequence[Row], expected: Sequence[Row], fits: Callable[[Row, Row], bool]) -> list[Row]:
    """Return the rows without a partner in a maximum matching: with a tolerance, a row may fit several."""
    import numpy as np  # noqa: PLC0415 - rarely needed

    partners = largest_matching(np.array([[fits(other, row) for other in found] for row in expected]))
    return [row for row, partner in zip(expected, partners, strict=True) if partner is None]


def shown_row(row: Row) -> str:
    """Return a row in one line: cells with bars between them."""
    cells = " | ".join(shown_value(cell) for cell in row[:20])
    return cells if len(cells) <= 4 * _MAX_SHOWN else f"{cells[: 4 * _MAX_SHOWN]}…"


def missing_texts(texts: Iterable[str], whole: str) -> list[str]:
    """Return which texts lack in a whole text, whose spaces are single."""
    return [f"lacks {shown_value(text)}" for text in texts if spaced(text) not in whole]


def unwanted_texts(texts: Iterable[str], whole: str) -> list[str]:
    """Return which texts are in a whole text, whose spaces are single, and must not be."""
    return [f"has {shown_value(text)}, which it must not" for text in texts if spaced(text) in whole]


def shown_value(value: Any) -> str:
    """Return a value as short JSON."""
    return shown(value, _MAX_SHOWN)
