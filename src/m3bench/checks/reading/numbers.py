"""The single number of a value: with at most a unit, or in the unit of its field."""

from __future__ import annotations

import math
import re
from typing import Any

from m3bench.checks.reading.amounts import Amount, amounts
from m3bench.checks.reading.hedges import evades, only_bounds
from m3bench.checks.reading.units import converted, find_unit, unit_beside

_LONGEST, _LONGEST_PLAIN = 120, 60
_SEPARATOR = re.compile(r"[,;|]\s")
_MOST_PARTS = 3
"""More parts with one number among them are a list of other things."""
_DECLINE = re.compile(
    r"\b(?:declin\w*|decreas\w*|fall\w*|fell|down|drop\w*|los[st]\w*|losing|loss|lower\w*|minus|negative|less)\b",
    re.IGNORECASE,
)
_ACCOUNTING = re.compile(r"\(\s*[$€£¥]?\s*\d[\d.,]*\s*%?\s*\)")


def as_number(value: Any) -> float | None:
    """Return a number, also from text with at most a unit: `$12.30`, `12 kg`."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _finite(value)
    if not isinstance(value, str) or len(value) > _LONGEST_PLAIN:
        return None
    numbers = amounts(value)
    if len(numbers) != 1:
        return None
    rest = value[: numbers[0].start] + value[numbers[0].end :]
    return numbers[0].value if re.fullmatch(r"[^\d]{0,12}", rest) else None


def number_in(value: Any, unit: str | None) -> float | None:
    """Return the number of a value that has exactly one; None if it has none or several, or leaves it open.

    A unit in the text is converted; a unit of another dimension makes it another value.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _finite(value)
    if not isinstance(value, str) or len(value) > _LONGEST or evades(value) or only_bounds(value):
        return None
    if len(_SEPARATOR.split(value)) > _MOST_PARTS:
        return None
    numbers = amounts(value)
    return _in_unit(value, numbers[0], unit) if len(numbers) == 1 else None


def _finite(value: float) -> float | None:
    number = float(value) if abs(value) < 1e300 else math.inf
    return number if math.isfinite(number) else None


def _in_unit(text: str, found: Amount, unit: str | None) -> float | None:
    given = unit_beside(text[: found.start + 1], text[found.end :])
    is_scaled = given is None or found.unscaled == found.value or not find_unit(text[found.end - 1])
    number = found.value if is_scaled else found.unscaled
    wanted = find_unit(unit) if unit else None
    if given is not None and wanted is not None:
        in_wanted = converted(number, given, wanted)
        if in_wanted is None:
            return None
        number = in_wanted
    if number > 0 and (_DECLINE.search(text) or _ACCOUNTING.fullmatch(text.strip())):
        number = -number
    return number
