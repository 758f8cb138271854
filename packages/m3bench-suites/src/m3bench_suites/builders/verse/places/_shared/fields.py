"""Fields of a form, each with the place of its value in the results of calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import jmespath
import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, FieldType
from m3bench.suites import PlanError

_DATE = len("2025-11-05")
_MINUTES = len("2025-11-05T15:00")


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """A field, and the JMESPath of its value in the list of results."""

    field: AnswerField
    select: str
    tolerance: Tolerance = Tolerance()
    grounds: str | None = None
    """The path of the values behind a computed one."""
    fixed: bool = False
    """Whether the value stays the same while others of the task change."""
    convert: Callable[[Any], Any] | None = None
    """Makes the value of a fixed field from what is found."""


def number(
    name: str,
    meaning: str,
    select: str,
    *,
    unit: str | None = None,
    within: float = 0.0,
    grounds: str | None = None,
    fixed: bool = False,
    convert: Callable[[Any], Any] | None = None,
) -> Wanted:
    """Return a field for a number. `within` is the tolerance."""
    return Wanted(
        field=AnswerField(name, FieldType.NUMBER, meaning, unit),
        select=select,
        tolerance=Tolerance(absolute=within),
        grounds=grounds,
        fixed=fixed,
        convert=convert,
    )


def kilometres(name: str, meaning: str, select: str) -> Wanted:
    """Return a field for a road's length, which is in metres in the results."""
    return Wanted(
        field=AnswerField(name, FieldType.NUMBER, meaning, "km"),
        select=select,
        tolerance=Tolerance(absolute=0.06, relative=0.005),
        fixed=True,
        convert=lambda metres: round(metres / 1000, 1),
    )


def minutes(name: str, meaning: str, select: str) -> Wanted:
    """Return a field for the duration of a route, which is in seconds in the results."""
    return Wanted(
        field=AnswerField(name, FieldType.DURATION, meaning, "min"),
        select=select,
        tolerance=Tolerance(absolute=1),
        fixed=True,
        convert=lambda seconds: round(seconds / 60),
    )


def text(
    name: str,
    meaning: str,
    select: str,
    *,
    type: FieldType = FieldType.NAME,  # noqa: A002 - the name that AnswerField has
    choices: tuple[str, ...] = (),
    grounds: str | None = None,
    fixed: bool = False,
    convert: Callable[[Any], Any] | None = None,
) -> Wanted:
    """Return a field for a name, a code, a phrase, a date, a time, a choice, or yes or no."""
    return Wanted(
        field=AnswerField(name, type, meaning, choices=choices),
        select=select,
        grounds=grounds,
        fixed=fixed,
        convert=convert,
    )


def day(name: str, meaning: str, select: str, *, fixed: bool = False) -> Wanted:
    return text(name, meaning, select, type=FieldType.DATE, fixed=fixed)


def clock(name: str, meaning: str, select: str, *, fixed: bool = False) -> Wanted:
    return text(name, meaning, select, type=FieldType.TIME, fixed=fixed)


def code(name: str, meaning: str, select: str, *, fixed: bool = False) -> Wanted:
    return text(name, meaning, select, type=FieldType.CODE, fixed=fixed)


def yes_no(name: str, meaning: str, select: str) -> Wanted:
    return text(name, meaning, select, type=FieldType.YES_NO)


def choice(name: str, meaning: str, select: str, choices: Sequence[str]) -> Wanted:
    """Return a field for one of several words that the results contain."""
    return text(name, meaning, select, type=FieldType.CHOICE, choices=tuple(choices))


def highest(name: str, meaning: str, rows: str, choices: Sequence[str]) -> Wanted:
    """Return a field for the one of several names that has the highest value. `rows` is from `compared`."""
    return _extreme(name, meaning, "max_by", rows, choices)


def lowest(name: str, meaning: str, rows: str, choices: Sequence[str]) -> Wanted:
    """Return a field for the one of several names that has the lowest value. `rows` is from `compared`."""
    return _extreme(name, meaning, "min_by", rows, choices)


def _extreme(name: str, meaning: str, function: str, rows: str, choices: Sequence[str]) -> Wanted:
    return text(
        name,
        meaning,
        f"{function}({rows}, &value).name",
        type=FieldType.CHOICE,
        choices=tuple(choices),
        grounds=f"{rows}[].value",
    )


def names(name: str, meaning: str, select: str, *, ordered: bool = False, fixed: bool = False) -> Wanted:
    """Return a field for a list of names."""
    field = AnswerField(name, FieldType.NAME, meaning, many=True, ordered=ordered)
    return Wanted(field=field, select=select, fixed=fixed)


def table(name: str, meaning: str, select: str, *parts: AnswerField, within: float = 0.0) -> Wanted:
    """Return a field for records with these parts."""
    field = AnswerField(name, FieldType.RECORD, meaning, many=True, fields=parts)
    return Wanted(field=field, select=select, tolerance=Tolerance(absolute=within))


def expected_value(wanted: Wanted, results: Sequence[Any]) -> Expected:
    """Return the expected value of a field. Raise `PlanError` if the results do not have it."""
    found = jmespath.search(wanted.select, results)
    if found is None or found == []:
        raise PlanError(f"the results have no {wanted.field.name}.")
    if wanted.field.fields:
        return Expected(
            rows=tuple({key: _single(wanted, cell) for key, cell in row.items()} for row in found)
        )
    if wanted.field.many:
        return Expected(items=tuple(_single(wanted, item) for item in found))
    if wanted.convert is not None:
        return Expected(
            wanted.convert(found), tolerance=wanted.tolerance, grounds=_grounds(wanted, found, results)
        )
    if wanted.grounds is not None:
        return Expected(found, tolerance=wanted.tolerance, grounds=_grounds(wanted, found, results))
    return _single(wanted, found)


def _grounds(wanted: Wanted, found: Any, results: Sequence[Any]) -> tuple[Any, ...]:
    behind = found if wanted.grounds is None else jmespath.search(wanted.grounds, results)
    return tuple(behind) if isinstance(behind, list) else (behind,)


def _single(wanted: Wanted, found: Any) -> Expected:
    """Return a value as it is found, or what the field holds of a time stamp or a clock of twelve hours."""
    if wanted.field.type is FieldType.DATE and len(found) > _DATE:
        return Expected(found[:_DATE], grounds=(found,))
    if wanted.field.type is FieldType.TIME and found.endswith("M"):
        return Expected(f"{datetime.strptime(found, '%I:%M %p').replace(tzinfo=UTC):%H:%M}", grounds=(found,))
    if wanted.field.type is FieldType.TIME and len(found) >= _MINUTES:
        return Expected(found[_DATE + 1 : _MINUTES], grounds=(found,))
    return Expected(found, tolerance=wanted.tolerance)
