"""The single number of a value, in the unit of its field."""

from __future__ import annotations

import math
import re

from m3bench.checks.fields.hedges import evades, only_bounds
from m3bench.checks.fields.units import Unit, converted, find_unit
from m3bench.checks.reading import Amount, amounts

_LONGEST = 120
_SEPARATOR = re.compile(r"[,;|]\s")
_MOST_PARTS = 3
"""More parts with one number among them are a list of other things."""
_DECLINE = re.compile(
    r"\b(?:declin\w*|decreas\w*|fall\w*|fell|down|drop\w*|los[st]\w*|losing|loss|lower\w*|minus|negative|less)\b",
    re.IGNORECASE,
)
_ACCOUNTING = re.compile(r"\(\s*[$€£¥]?\s*\d[\d.,]*\s*%?\s*\)")
_BEHIND = re.compile(
    r"\s*(?P<unit>[%°€£$¥](?:\s?[CFcf]\b)?|[^\W\d_]+\$?(?:/[^\W\d_]+)?(?:[ -][^\W\d_]+){0,2})?"
)
_BEFORE = re.compile(r"(?P<unit>(?:US|R|u\.s\.)?\s?[$€£¥]|[A-Za-z]{3})\s*$")


def number_in(value: object, unit: str | None) -> float | None:
    """Return the number of a value that has exactly one; None if it has none or several, or leaves it open.

    A unit in the text is converted; a unit of another dimension makes it another value.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        number = float(value) if abs(value) < 1e300 else math.inf
        return number if math.isfinite(number) else None
    if not isinstance(value, str) or len(value) > _LONGEST or evades(value) or only_bounds(value):
        return None
    if len(_SEPARATOR.split(value)) > _MOST_PARTS:
        return None
    found = amounts(value)
    return _in_unit(value, found[0], unit) if len(found) == 1 else None


def _in_unit(text: str, found: Amount, unit: str | None) -> float | None:
    number = found.value
    behind = text[found.end :]
    given = _unit_beside(text[: found.start + 1], behind)
    if given is None and found.value != found.unscaled:
        number = found.value
    elif given is not None:
        number = (
            found.unscaled if found.unscaled != found.value and find_unit(text[found.end - 1]) else number
        )
    wanted = find_unit(unit) if unit else None
    if given is not None and wanted is not None:
        in_wanted = converted(number, given, wanted)
        if in_wanted is None:
            return None
        number = in_wanted
    if number > 0 and (_DECLINE.search(text) or _ACCOUNTING.fullmatch(text.strip())):
        number = -number
    return number


def _unit_beside(before: str, behind: str) -> Unit | None:
    """Return the unit next to a number: the longest name after it, or a sign before it."""
    match = _BEHIND.match(behind)
    named = (match["unit"] or "") if match else ""
    parts = re.split(r"[ -]", named)
    for count in range(len(parts), 0, -1):
        unit = find_unit(" ".join(parts[:count]))
        if unit is not None:
            return unit
    sign = _BEFORE.search(before.rstrip("0123456789.,+-−").rstrip()) or _BEFORE.search(before)
    return find_unit(sign["unit"].replace(" ", "")) if sign else None
