"""Values of fields, found at paths in the results of calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench_suites.builders.tasks.expected import EXACT
from m3bench_suites.builders.tasks.paths import present, search

_DATE = len("2025-11-05")
_MINUTES = len("2025-11-05T15:00")


class Value(msgspec.Struct, frozen=True):
    """The value of a field: a JMESPath expression over the list of all results."""

    select: str
    tolerance: Tolerance = EXACT
    grounds: str | None = None
    """The path of the values behind a computed one. None: a result states the value itself."""
    fixed: bool = False
    """Whether it stays the same while other values of the task change."""
    convert: Callable[[Any], Any] | None = None
    """Makes a fixed value from what is at the path."""


def expected_value(field: AnswerField, value: Value, results: list[Any]) -> Expected:
    """Return the expected value of a field. Raise `PlanError` if the results do not have it."""
    item = present(value.select, results)
    grounds = None if value.grounds is None else _many(search(value.grounds, results))
    if value.convert is not None:
        return Expected(
            value.convert(item),
            tolerance=value.tolerance,
            grounds=_many(item) if grounds is None else grounds,
        )
    return _expected(item, field.type, value.tolerance, grounds)


def _many(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list) else (value,)


def _expected(item: Any, kind: FieldType, tolerance: Tolerance, grounds: tuple[Any, ...] | None) -> Expected:
    if isinstance(item, list) and all(isinstance(row, dict) for row in item):
        rows = [
            {name: _expected(cell, kind, tolerance, grounds) for name, cell in row.items()} for row in item
        ]
        return Expected(rows=tuple(rows))
    if isinstance(item, list):
        return Expected(items=tuple(_expected(part, kind, tolerance, grounds) for part in item))
    moment = _moment(item, kind)
    if moment != item:
        return Expected(moment, grounds=(item,))
    return Expected(item, tolerance=tolerance, grounds=grounds)


def _moment(item: Any, kind: FieldType) -> Any:
    """Return what a field for a day or a time holds of a time stamp, or of a clock of twelve hours."""
    if kind is FieldType.DATE:
        return item[:_DATE]
    if kind is FieldType.TIME and item.endswith("M"):
        return f"{datetime.strptime(item, '%I:%M %p').replace(tzinfo=UTC):%H:%M}"
    if kind is FieldType.TIME and len(item) >= _MINUTES:
        return item[_DATE + 1 : _MINUTES]
    return item


def described(form: AnswerForm, fields: Mapping[str, Expected]) -> str:
    """Return the meaning and the value of each field, as an answer in text."""
    parts = []
    for field in form.fields:
        meaning, value = field.meaning, _shown(fields[field.name], ", ", 4)
        unit = f" {field.unit}" if field.unit else ""
        parts.append(f"{meaning[:1].upper()}{meaning[1:]}: {value}{unit}.")
    return " ".join(parts)


def filled_in(sentence: str, fields: Mapping[str, Expected]) -> str:
    """Return a sentence with the values of fields in place of their names."""
    return sentence.format(**{name: _shown(value, "; ", 6) for name, value in fields.items()})


def _shown(expected: Expected, separator: str, decimals: int) -> str:
    if expected.items is not None:
        return separator.join(_shown(item, separator, decimals) for item in expected.items)
    if expected.rows is not None:
        return "; ".join(
            ", ".join(_shown(cell, separator, decimals) for cell in row.values()) for row in expected.rows
        )
    value = expected.value
    return f"{value:.{decimals}f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
