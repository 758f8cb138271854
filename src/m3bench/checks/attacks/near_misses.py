"""Near misses: what looks like an accepted way to write an answer, and says something else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

import msgspec

from m3bench.checks.attacks.notations import in_words
from m3bench.checks.attacks.rewriting import Fields, is_number
from m3bench.checks.fields import Expected, without_legal_form
from m3bench.checks.reading import countries_of
from m3bench.core import AnswerField, AnswerForm, FieldType, Trajectory

NearMiss = Callable[[Trajectory, AnswerForm, Fields], Iterator[Trajectory]]
"""Yields wrong attempts from a right one, each with one thing wrong."""
Wrong = Callable[[AnswerField, Expected], Any]
"""Returns a wrong value for a field; None if there is none of this kind."""

_OTHER_UNITS = {
    "s": "min", "min": "s", "minutes": "hours", "h": "min", "hours": "minutes", "km": "m", "m": "km",
    "metres": "km", "kg": "g", "g": "kg", "mg": "g", "km/h": "m/s", "%": "km",
    "USD": "EUR", "EUR": "USD", "GBP": "USD", "JPY": "USD",
}  # fmt: skip
_STRANGER = "Quorble"


def _each(wrong: Wrong) -> NearMiss:
    """Return a near miss that changes one single value at a time: of each field, of an entry, of a record."""

    def misses(right: Trajectory, form: AnswerForm, expected: Fields) -> Iterator[Trajectory]:
        given = right.fields or {}
        for field in form.fields:
            if field.name in expected:
                for value in _variants(field, expected[field.name], given.get(field.name), wrong):
                    yield msgspec.structs.replace(right, fields=given | {field.name: value})

    return misses


def _variants(field: AnswerField, expected: Expected, given: Any, wrong: Wrong) -> Iterator[Any]:
    if expected.is_null:
        return
    if expected.rows and isinstance(given, list):
        for part in field.fields:
            if part.name in expected.rows[0]:
                variants = _variants(part, expected.rows[0][part.name], given[0].get(part.name), wrong)
                yield from ([{**given[0], part.name: value}, *given[1:]] for value in variants)
    elif expected.items and isinstance(given, list):
        value = wrong(_single(field), expected.items[0])
        if value is not None and not isinstance(value, list):
            yield [value, *given[1:]]
    elif expected.value is not None and (value := wrong(field, expected)) is not None:
        yield value


def _single(field: AnswerField) -> AnswerField:
    return AnswerField(field.name, field.type, field.meaning, field.unit, choices=field.choices)


def other_value(expected: Expected) -> Any:
    """Return another value of the same kind."""
    value = expected.value
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return round(value + 3 * expected.tolerance.slack(value) + 1, 6)
    return _later(value) or f"{_STRANGER} {str(value)[::-1]}"


def _later(value: Any) -> str | None:
    """Return the day after a date, or a time seven minutes later; None if it is neither."""
    text = str(value)
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return str(date.fromisoformat(text) + timedelta(days=1))
    if re.fullmatch(r"\d\d?:\d\d", text):
        hour, minute = map(int, text.split(":"))
        return f"{(hour + (minute + 7) // 60) % 24:02}:{(minute + 7) % 60:02}"
    return None


def _another_zone(field: AnswerField, expected: Expected) -> Any:
    if field.type is not FieldType.TIME:
        return None
    return f"{expected.value} {'CET' if 'UTC' in field.meaning else 'UTC'}"


def _another_time(field: AnswerField, expected: Expected) -> Any:
    later = _later(expected.value) if field.type is FieldType.TIME else None
    return later and f"{later} {'UTC' if 'UTC' in field.meaning else 'local time'}"


def _another_country(field: AnswerField, expected: Expected) -> Any:
    city, _, country = str(expected.value).partition(", ")
    known = countries_of(city) if field.type is FieldType.NAME else ()
    if not known or (country and country not in known):
        return None
    return f"{city}, {'Chile' if 'Chile' not in known else 'Peru'}"


def _ambiguous_city(field: AnswerField, expected: Expected) -> Any:
    """Return a city without what tells it from others of its name."""
    city, _, region = str(expected.value).partition(", ")
    if field.type is not FieldType.NAME or not region or countries_of(city) or city in expected.also:
        return None
    return city if region[0].isupper() else None


def _another_company(field: AnswerField, expected: Expected) -> Any:
    name = str(expected.value)
    base = without_legal_form(name) if field.type is FieldType.NAME else name
    return f"{base} Holdings" if base != name else None


def _another_legal_form(field: AnswerField, expected: Expected) -> Any:
    name = str(expected.value)
    base = without_legal_form(name) if field.type is FieldType.NAME else name
    return f"{base} LLC" if base != name and not name.endswith("LLC") else None


def _other_words(field: AnswerField, expected: Expected) -> Any:
    """Return the word for another number, with the same unit."""
    value = other_value(expected)
    return in_words(field, value) if field.type is FieldType.NUMBER and is_number(value) else None


def _another_unit(field: AnswerField, expected: Expected) -> Any:
    unit = _OTHER_UNITS.get(field.unit or "")
    known = field.type in (FieldType.NUMBER, FieldType.DURATION) and unit and expected.value
    return f"{expected.value} {unit}" if known else None


def _point_for_comma(field: AnswerField, expected: Expected) -> Any:
    value = expected.value
    if field.type is not FieldType.NUMBER or not isinstance(value, int) or isinstance(value, bool):
        return None
    wrong = f"{value:,}".replace(",", ".")
    is_read_otherwise = wrong.count(".") == 1 and not expected.tolerance.fits(float(wrong), value)
    return wrong if is_read_otherwise else None


def _another_weekday(field: AnswerField, expected: Expected) -> Any:
    if field.type is not FieldType.DATE or not re.fullmatch(r"\d{4}-\d\d-\d\d", str(expected.value)):
        return None
    return f"{expected.value} ({date.fromisoformat(str(expected.value)) + timedelta(days=1):%A})"


def _another_date(field: AnswerField, expected: Expected) -> Any:
    if field.type is not FieldType.DATE or not re.fullmatch(r"\d{4}-\d\d-\d\d", str(expected.value)):
        return None
    later = date.fromisoformat(str(expected.value)) + timedelta(days=1)
    return f"{later:%A}, {later.day} {later:%B} {later.year}"


def _form_of(write: Callable[[Any, Any], Any]) -> Wrong:
    """Return a wrong value made from the right one and another one."""

    def wrong(field: AnswerField, expected: Expected) -> Any:
        if isinstance(expected.value, bool) or expected.value is None or field.type is FieldType.TEXT:
            return None
        return write(expected.value, other_value(expected))

    return wrong


def _of_truths(write: Callable[[str, str], Any]) -> Wrong:
    def wrong(_field: AnswerField, expected: Expected) -> Any:
        if not isinstance(expected.value, bool):
            return None
        return write(*(("yes", "no") if expected.value else ("no", "yes")))

    return wrong


NEAR_VALUES: dict[str, NearMiss] = {
    "another zone": _each(_another_zone),
    "another time with a zone": _each(_another_time),
    "another country": _each(_another_country),
    "a city of several": _each(_ambiguous_city),
    "another company": _each(_another_company),
    "another legal form": _each(_another_legal_form),
    "another number in words": _each(_other_words),
    "another unit of the same number": _each(_another_unit),
    "a point for a comma": _each(_point_for_comma),
    "another weekday": _each(_another_weekday),
    "another date with its weekday": _each(_another_date),
    "a sentence that denies": _each(_form_of(lambda right, _: f"It is not {right}.")),
    "another value in a sentence": _each(_form_of(lambda _, other: f"It is {other}.")),
    "another value in bold": _each(_form_of(lambda _, other: f"**{other}**")),
    "two values in bold": _each(_form_of(lambda right, other: f"**{right}** **{other}**")),
    "struck through": _each(_form_of(lambda right, _: f"~~{right}~~")),
    "corrected in the field": _each(_form_of(lambda right, other: f"{right}. Correction: {other}")),
    "a list of two": _each(_form_of(lambda right, other: [right, other])),
    "bullets with both": _each(_form_of(lambda right, other: f"- {right}\n- {other}")),
    "a label for both": _each(_form_of(lambda right, other: f"answer: {right}, or else {other}")),
    "a doubt in bold": _each(_form_of(lambda right, _: f"**{right}** (I am not sure)")),
    "yes, and then no": _each(_of_truths(lambda right, other: f"{right}. Actually, {other}.")),
    "a truth in a sentence that is another": _each(_of_truths(lambda _, other: f"It is **{other}**.")),
    "both truths": _each(_of_truths(lambda right, other: f"**{right}** / {other}")),
}
