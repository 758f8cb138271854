"""Comparing a form field with its expected value."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from m3bench.checks.fields.dressing import undressed, unwrapped_list
from m3bench.checks.fields.expected import Expected, Scalar
from m3bench.checks.fields.names import same_code, same_name, same_text
from m3bench.checks.fields.times import minutes_of_day, same_date, seconds_in
from m3bench.checks.reading import doubts, evades, find_unit, is_null, keyed, number_in, same_place, shown
from m3bench.core import AnswerField, FieldType

_MAX_SHOWN = 80
_MOST_ITEMS = 500
_YES_NO = re.compile(r"(?P<said>yes|no|true|false|y|n)\b(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_LONGEST_REMARK = 200
_MARKER = re.compile(r"\s*(?:[-*•–]|(?P<number>\d{1,3})[.)])\s+(?P<text>\S.*)")
_SEPARATORS = (r"\n", r";|\n", r"[,;\n]|\band\b|&")
"""Between the entries of a list, the clearest first: entries may have commas themselves."""
_MEASURED = frozenset(
    (FieldType.NUMBER, FieldType.DURATION, FieldType.DATE, FieldType.TIME, FieldType.YES_NO)
)
_ALL = frozenset(("all", "both", "all of them", "both of them", "each", "every one"))


def mismatch(field: AnswerField, expected: Expected, found: Any) -> str | None:
    """Return why a field is wrong; None if it is correct."""
    readings = list(undressed(field, found))
    if field.type in _MEASURED:
        readings = readings[-1:]  # a sign may be hidden by marks: _-5_
    is_empty = any(map(is_null, readings))
    if expected.is_null:
        return None if is_empty else f"is {_shown(found)}, expected none"
    if is_empty and not _is_no(field, expected):
        return "is empty" if expected.value is None else f"is empty, expected {_worded(field, expected)}"
    if field.many:
        return _list_mismatch(field, expected, found)
    wanted = [value for value in (expected.value, *expected.also) if value is not None]
    if any(_same(field, expected, reading, value) for reading in readings for value in wanted):
        return None
    return f"is {_shown(found)}, expected {_worded(field, expected)}"


def _is_no(field: AnswerField, expected: Expected) -> bool:
    """Return whether `no` and `none` are values: in yes-or-no fields and choices."""
    return field.type in (FieldType.YES_NO, FieldType.CHOICE) and expected.value is not None


def _same(field: AnswerField, expected: Expected, found: Any, value: Scalar) -> bool:
    """Compare by the type of the field; other types are compared as names."""
    if field.type is FieldType.YES_NO:
        return _truth(found) is value
    if field.type in (FieldType.NUMBER, FieldType.DURATION, FieldType.TIME):
        number, wanted = _numbers(field, found, value)
        return number is not None and wanted is not None and expected.tolerance.fits(number, wanted)
    if (
        field.type is FieldType.NAME
        and isinstance(found, str)
        and _same_with_country(field, found, str(value))
    ):
        return True
    compared = {FieldType.DATE: same_date, FieldType.CODE: same_code, FieldType.TEXT: same_text}
    return compared.get(field.type, same_name)(found, str(value))


def _same_with_country(field: AnswerField, found: str, value: str) -> bool:
    """Return whether one of both has the country of a city, and the other need not have it."""
    asks = re.search(r"\b(?:country|state|region)\b", field.meaning, re.IGNORECASE) is not None
    return same_place(found, value) and (len(found) > len(value) or not asks)


def _numbers(field: AnswerField, found: Any, value: Scalar) -> tuple[float | None, float | None]:
    """Return what was found and what is expected as numbers in one unit."""
    if field.type is FieldType.TIME:
        meaning = "" if found == value else field.meaning  # a copy of the true time has its zone, too
        return minutes_of_day(found, meaning), minutes_of_day(value)
    number = number_in(found, field.unit) if field.type is FieldType.NUMBER else None
    if field.type is FieldType.DURATION and isinstance(value, int | float):
        unit = find_unit(field.unit) if field.unit else None
        seconds = seconds_in(found, field.unit)
        number = seconds / unit.factor if seconds is not None and unit is not None else None
    return number, None if number is None else float(value)


def _truth(found: Any) -> bool | None:
    """Return the truth value, also as the first word of a remark that does not contradict it."""
    if isinstance(found, bool):
        return found
    match = _YES_NO.match(found.strip().lstrip("*_`")) if isinstance(found, str) else None
    if match is None or len(match["rest"]) > _LONGEST_REMARK:
        return None
    if doubts(match["rest"]):
        return None
    said = match["said"].casefold() in ("yes", "true", "y")
    opposite = r"\b(?:no|false|but|however|or|maybe)\b" if said else r"\b(?:yes|true|but|however|or|maybe)\b"
    return None if re.search(opposite, match["rest"], re.IGNORECASE) else said


def _list_mismatch(field: AnswerField, expected: Expected, found: Any) -> str | None:
    wanted: Sequence[Any] = (expected.rows if field.type is FieldType.RECORD else expected.items) or ()
    given = _as_list(field, wanted, found)
    if given is None:
        return f"is {_shown(found)}, expected a list of {len(wanted)}"
    if len(given) != len(wanted):
        return f"has {len(given)} entries, expected {len(wanted)}"
    if len(given) > _MOST_ITEMS:
        return f"has {len(given)} entries, too many to compare"
    pairs = [[_item_mismatch(field, want, have) is None for have in given] for want in wanted]
    if field.ordered:
        lacking = [index for index in range(len(pairs)) if not pairs[index][index]]
    else:
        lacking = _unpaired(pairs)
    if not lacking:
        return None
    first = _item_mismatch(field, wanted[lacking[0]], given[lacking[0]])
    named = "; ".join(_worded_item(field, wanted[index]) for index in lacking[:3])
    return f"is missing {named}" + (f" (entry {lacking[0] + 1} {first})" if field.ordered and first else "")


def _item_mismatch(field: AnswerField, wanted: Any, given: Any) -> str | None:
    if field.type is FieldType.RECORD:
        return _row_mismatch(field, wanted, given)
    single = AnswerField(field.name, field.type, field.meaning, field.unit, choices=field.choices)
    return mismatch(single, wanted, given)


def _row_mismatch(field: AnswerField, wanted: Mapping[str, Expected], given: Any) -> str | None:
    if not isinstance(given, dict):
        return f"is {_shown(given)}, expected an object with {', '.join(wanted)}"
    for part in field.fields:
        if part.name in wanted:
            why = mismatch(part, wanted[part.name], keyed(given, part.name))
            if why is not None:
                return f"{part.name} {why}"
    return None


def _as_list(field: AnswerField, wanted: Sequence[Any], found: Any) -> list[Any] | None:
    """Return a list, or convert to one: JSON, text with commas, `both`, an object of names and values."""
    found = unwrapped_list(found)
    if isinstance(found, list):
        return found
    if field.type is FieldType.RECORD:
        return _rows_of(field, found)
    return _split(field, wanted, found) if isinstance(found, str) else [found]


def _split(field: AnswerField, wanted: Sequence[Expected], found: str) -> list[Any] | None:
    if found.strip().casefold().rstrip(".") in _ALL and len(wanted) == len(field.choices) > 1:
        return list(field.choices)
    if len(wanted) == 1 and _item_mismatch(field, wanted[0], found) is None:
        return [found]
    found = _without_markers(found)
    lists = [[part.strip() for part in re.split(mark, found) if part.strip()] for mark in _SEPARATORS]
    for parts in lists:
        if len(parts) == len(wanted) and all(
            any(_item_mismatch(field, item, part) is None for part in parts) for item in wanted
        ):
            return list(parts)
    return None if evades(found) else list(lists[-1])


def _without_markers(text: str) -> str:
    """Return the lines of a list without bullets or numbers, if each has one."""
    lines = [line for line in text.splitlines() if line.strip()]
    items = [_MARKER.fullmatch(line) for line in lines]
    numbers = [int(item["number"]) for item in items if item and item["number"]]
    if not lines or not all(items) or numbers not in ([], list(range(1, len(lines) + 1))):
        return text
    return "\n".join(item["text"] for item in items if item)


def _rows_of(field: AnswerField, found: Any) -> list[Any] | None:
    """Convert `{"Fuji": 3}` to rows of a name and a number, if rows have exactly these two fields."""
    if not isinstance(found, dict):
        return None
    names = [part.name for part in field.fields]
    if any(keyed(found, name) is not None for name in names):
        return [found]
    if len(names) != 2 or any(isinstance(value, dict | list) for value in found.values()):
        return None
    return [{names[0]: key, names[1]: value} for key, value in found.items()]


def _unpaired(pairs: Sequence[Sequence[bool]]) -> list[int]:
    """Return the rows without a partner in a maximum matching."""
    owner: dict[int, int] = {}

    def has_partner(row: int, tried: set[int]) -> bool:
        for column, fits in enumerate(pairs[row]):
            if fits and column not in tried:
                tried.add(column)
                if column not in owner or has_partner(owner[column], tried):
                    owner[column] = row
                    return True
        return False

    return [row for row in range(len(pairs)) if not has_partner(row, set())]


def _worded_item(field: AnswerField, wanted: Any) -> str:
    if field.type is FieldType.RECORD:
        return ", ".join(f"{name}: {shown(part.value, _MAX_SHOWN)}" for name, part in wanted.items())
    return _worded(field, wanted)


def _worded(field: AnswerField, expected: Expected) -> str:
    value, unit = expected.value, f" {field.unit}" if field.unit else ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{expected.tolerance.words(float(value))}{unit}"
    return shown(value, _MAX_SHOWN)


def _shown(value: Any) -> str:
    return shown(value, _MAX_SHOWN)
