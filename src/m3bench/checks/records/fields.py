"""Comparing the fields of a record: numbers within a tolerance, times as moments, texts without case."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from m3bench.checks.lookup import compiled_path
from m3bench.checks.reading import Tolerance, shown
from m3bench.checks.trace import fits, require_matcher

_MAX_SHOWN = 80
_MAX_DEPTH = 40


def require_fields(fields: Mapping[str, Any]) -> None:
    """Raise `ValueError` for a path or a condition that is invalid."""
    for path, expected in fields.items():
        compiled_path(path)
        require_matcher(expected)


def field_faults(record: Mapping[str, Any], fields: Mapping[str, Any], tolerance: Tolerance) -> list[str]:
    """Return what is wrong with the fields of a record, by JMESPath."""
    faults = []
    for path, expected in fields.items():
        try:
            value = compiled_path(path).search(record)
        except (ValueError, TypeError, RecursionError):  # the record has another shape
            value = None
        if not same_field(value, expected, tolerance):
            faults.append(f"{path} is {shown(value, _MAX_SHOWN)}, expected {shown(expected, _MAX_SHOWN)}")
    return faults


def same_field(found: Any, expected: Any, tolerance: Tolerance, depth: int = 0) -> bool:
    """Return whether a field has the expected value, or meets the condition (`{"$contains": "late"}`)."""
    if depth > _MAX_DEPTH:
        return False
    if isinstance(expected, dict):
        if any(isinstance(key, str) and key.startswith("$") for key in expected):
            return fits(found, expected)
        if not isinstance(found, dict) or found.keys() != expected.keys():
            return False
        pairs = [(found[key], value) for key, value in expected.items()]
    elif isinstance(expected, list | tuple):
        if not isinstance(found, list) or len(found) != len(expected):
            return False
        pairs = list(zip(found, expected, strict=True))
    else:
        return _same_scalar(found, expected, tolerance)
    return all(same_field(value, other, tolerance, depth + 1) for value, other in pairs)


def _same_scalar(found: Any, expected: Any, tolerance: Tolerance) -> bool:
    if isinstance(expected, bool) or expected is None:
        return found is expected
    if isinstance(expected, int | float):
        is_number = isinstance(found, int | float) and not isinstance(found, bool)
        return is_number and abs(found) < 1e300 and tolerance.fits(float(found), float(expected))
    if not isinstance(found, str):
        return False
    moments = _moment(found), _moment(expected)
    if None not in moments:
        return moments[0] == moments[1]
    return " ".join(found.split()).casefold() == " ".join(str(expected).split()).casefold()


def _moment(text: str) -> datetime | None:
    """Return the time that a text with a date and a time of day names, in UTC unless it has an offset."""
    if len(text) < len("2025-11-05T15:00") or len(text) > 40:
        return None
    try:
        read = datetime.fromisoformat(text)
        return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def differences(before: Mapping[str, Any], after: Mapping[str, Any], prefix: str = "") -> list[str]:
    """Return the dotted names of fields that differ. Lists are compared as a whole."""
    different: list[str] = []
    for name in sorted({*before, *after}):
        one, other = before.get(name), after.get(name)
        if isinstance(one, dict) and isinstance(other, dict) and prefix.count(".") < _MAX_DEPTH:
            different += differences(one, other, f"{prefix}{name}.")
        elif one != other or (name in before) != (name in after):
            different.append(f"{prefix}{name}")
    return different
