"""Comparing JSON values as people do."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from typing import Any

from m3bench.checks.reading.folding import phrase
from m3bench.checks.reading.numbers import as_number
from m3bench.checks.reading.tolerance import Tolerance
from m3bench.core import canonical_json
from m3bench.core.text import shorten_middle

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_MAX_DEPTH = 40
_LONGEST = 20_000


def same(found: Any, expected: Any, tolerance: Tolerance, *, ordered: bool = True, depth: int = 0) -> bool:
    """Compare numbers within the tolerance, also as text; text by words; lists and objects by content.

    An object may have more keys than expected.
    """
    if depth > _MAX_DEPTH:
        return False
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(
            same(keyed(found, key), value, tolerance, ordered=ordered, depth=depth + 1)
            for key, value in expected.items()
        )
    if isinstance(expected, list | tuple):
        return isinstance(found, list | tuple) and _same_list(found, expected, tolerance, ordered, depth)
    return _same_scalar(found, expected, tolerance)


def keyed(found: dict[str, Any], key: str) -> Any:
    """Return the value of a key, also in another spelling: `Total price` for `total_price`."""
    if key in found:
        return found[key]
    wanted = phrase(key.replace("_", " ")).replace(" ", "")
    for name, value in found.items():
        if phrase(str(name).replace("_", " ")).replace(" ", "") == wanted:
            return value
    return None


def shown(value: Any, longest: int) -> str:
    """Return a value as text; an agent's value may be too deep or too large."""
    try:
        return shorten_middle(canonical_json(value), longest)
    except (TypeError, ValueError, RecursionError):
        return "a value that cannot be shown"


def _same_scalar(found: Any, expected: Any, tolerance: Tolerance) -> bool:
    found, expected = _plain(found), _plain(expected)
    if isinstance(expected, bool) or expected is None:
        return found is expected or (
            isinstance(found, str) and found.strip().lower() == str(expected).lower()
        )
    if isinstance(expected, int | float):
        number = as_number(found)
        return number is not None and tolerance.fits(number, float(expected))
    if isinstance(found, int | float) and not isinstance(found, bool):
        number, wanted = as_number(found), as_number(expected)
        return number is not None and wanted is not None and tolerance.fits(number, wanted)
    return isinstance(found, str) and _same_text(found[:_LONGEST], str(expected))


def _same_text(found: str, expected: str) -> bool:
    wanted = phrase(expected)
    return phrase(found) == wanted if wanted else found.strip() == expected.strip()


def _plain(value: Any) -> Any:
    """Return dates as text in ISO format; midnight is left out."""
    if isinstance(value, datetime.datetime):
        return value.isoformat(sep=" ").removesuffix(" 00:00:00")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return value


def _same_list(
    found: Sequence[Any], expected: Sequence[Any], tolerance: Tolerance, ordered: bool, depth: int
) -> bool:
    def fits(item: Any, value: Any) -> bool:
        return same(item, value, tolerance, ordered=ordered, depth=depth + 1)

    if len(found) != len(expected):
        return False
    if ordered:
        return all(map(fits, found, expected))
    left = list(found)
    for value in expected:
        match = next((item for item in left if fits(item, value)), _NOTHING)
        if match is _NOTHING:
            return False
        left.remove(match)
    return True


_NOTHING = object()


def is_colour(text: str) -> bool:
    """Return whether a text is a colour such as `#1f5aa6`."""
    return _COLOUR.fullmatch(text) is not None


def colour_distance(one: str, other: str) -> float:
    """Return the Euclidean distance of two colours in RGB, in which black and white are 442 apart."""
    squares = (int(one[at : at + 2], 16) - int(other[at : at + 2], 16) for at in (1, 3, 5))
    return float(sum(square**2 for square in squares) ** 0.5)


def opposite_colour(colour: str) -> str:
    """Return the colour farthest away, as `RRGGBB`: each channel at its other end."""
    return "".join("00" if channel > 127 else "FF" for channel in bytes.fromhex(colour[1:]))
