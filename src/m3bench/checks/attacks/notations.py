"""Rewrites of numbers, dates, times, durations and truth values."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from m3bench.checks.attacks.rewriting import Rewrite, is_number, values
from m3bench.core import AnswerField, FieldType
from m3bench.core.text import ONES, TENS

_UNITS = {
    "s": "seconds",
    "min": "minutes",
    "minutes": "min",
    "h": "hours",
    "hours": "h",
    "km": "kilometres",
    "m": "metres",
    "metres": "m",
    "kg": "kilograms",
    "g": "grams",
    "mg": "milligrams",
    "°C": "degrees Celsius",
    "km/h": "kilometres per hour",
    "kcal": "calories",
    "%": "percent",
    "percent": "%",
    "USD": "US dollars",
    "EUR": "euros",
    "GBP": "pounds sterling",
    "JPY": "yen",
    "hPa": "hectopascals",
}
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}
_HUNDRED = 100


def _numbers(change: Callable[[AnswerField, Any], Any]) -> Rewrite:
    def changed(field: AnswerField, value: Any) -> Any:
        return change(field, value) if field.type is FieldType.NUMBER and is_number(value) else value

    return values(changed)


def _as_text(field: AnswerField, value: Any) -> Any:
    """Write numbers and booleans as text, like a model that quotes everything."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value}" if is_number(value) and field.type is not FieldType.CODE else value


def _with_unit(field: AnswerField, value: Any) -> Any:
    known = field.type in (FieldType.NUMBER, FieldType.DURATION) and field.unit
    return f"{value} {field.unit}" if known and is_number(value) else value


def _with_other_unit(field: AnswerField, value: Any) -> Any:
    unit = _UNITS.get(field.unit or "")
    known = field.type in (FieldType.NUMBER, FieldType.DURATION) and unit
    return f"{value} {unit}" if known and is_number(value) else value


def _with_currency(field: AnswerField, value: Any) -> Any:
    return f"{field.unit} {value:,.2f}" if field.unit in _SIGNS and value == round(value, 2) else value


def _with_sign(field: AnswerField, value: Any) -> Any:
    return f"{_SIGNS[field.unit or '']}{value}" if field.unit in _SIGNS and value >= 0 else value


def _with_decimals(_field: AnswerField, value: Any) -> Any:
    return f"{value}.00" if isinstance(value, int) else value


def in_words(field: AnswerField, value: Any) -> Any:
    """Write small whole numbers in words, with their unit or what is counted."""
    if value != int(value) or not 0 <= value < _HUNDRED:
        return value
    tens, ones = divmod(int(value), 10)
    word = ONES[int(value)] if value < len(ONES) else list(TENS.values()).index(tens * 10)
    if isinstance(word, int):
        word = list(TENS)[word] + (f"-{ONES[ones]}" if ones else "")
    return f"{word} {field.unit or 'in all'}"


def _date(value: Any) -> date | None:
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _dates(write: Callable[[date], str]) -> Rewrite:
    def changed(field: AnswerField, value: Any) -> Any:
        day = _date(value) if field.type is FieldType.DATE else None
        return value if day is None else write(day)

    return values(changed)


def _times(write: Callable[[AnswerField, int, int], str]) -> Rewrite:
    def changed(field: AnswerField, value: Any) -> Any:
        if field.type is not FieldType.TIME or not isinstance(value, str) or ":" not in value[:3]:
            return value
        hour, minute = (int(part) for part in value.split(":")[:2])
        return write(field, hour, minute)

    return values(changed)


def _zone(field: AnswerField) -> str:
    return "UTC" if "UTC" in field.meaning else "local time"


def _half(hour: int) -> str:
    return "pm" if hour % 24 >= 12 else "am"


def _spoken_durations(field: AnswerField, value: Any) -> Any:
    whole = _minutes(field, value)
    if whole is None:
        return value
    hours, rest = divmod(whole, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


def _iso_durations(field: AnswerField, value: Any) -> Any:
    whole = _minutes(field, value)
    return value if whole is None else f"PT{whole // 60}H{whole % 60}M"


def _minutes(field: AnswerField, value: Any) -> int | None:
    size = {"minutes": 1, "min": 1, "hours": 60, "h": 60}.get(field.unit or "")
    if field.type is not FieldType.DURATION or size is None or not is_number(value):
        return None
    return int(value * size) if value * size == int(value * size) else None


def _truths(yes: str, no: str) -> Rewrite:
    return values(lambda _, value: (yes if value else no) if isinstance(value, bool) else value)


NOTATIONS: dict[str, Rewrite] = {
    "values as text": values(_as_text),
    "grouped digits": _numbers(lambda _, value: f"{value:,}"),
    "digits grouped by spaces": _numbers(lambda _, value: f"{value:,}".replace(",", "\u202f")),
    "digits grouped by apostrophes": _numbers(lambda _, value: f"{value:,}".replace(",", "’")),
    "unit behind": values(_with_unit),
    "unit in other words": values(_with_other_unit),
    "currency before": _numbers(_with_currency),
    "currency sign": _numbers(_with_sign),
    "decimals behind whole numbers": _numbers(_with_decimals),
    "numbers in words": _numbers(in_words),
    "long dates": _dates(lambda day: f"{day:%B} {day.day}, {day.year}"),
    "dates, day first": _dates(lambda day: f"{day.day} {day:%b} {day.year}"),
    "dates with points": _dates(lambda day: f"{day:%d.%m.%Y}"),
    "dates with weekdays": _dates(lambda day: f"{day.isoformat()} ({day:%A})"),
    "weekdays before dates": _dates(lambda day: f"on {day:%A}, {day.day} {day:%B} {day.year}"),
    "twelve-hour clock": _times(
        lambda _, hour, minute: f"{hour % 12 or 12}:{minute:02} {_half(hour)}",
    ),
    "times with seconds": _times(lambda _, hour, minute: f"{hour:02}:{minute:02}:00"),
    "times with a zone": _times(lambda field, hour, minute: f"{hour:02}:{minute:02} {_zone(field)}"),
    "zones in parentheses": _times(lambda field, hour, minute: f"{hour:02}:{minute:02} ({_zone(field)})"),
    "times in a sentence": _times(lambda _, hour, minute: f"at {hour}:{minute:02} o’clock"),
    "spoken durations": values(_spoken_durations),
    "durations in ISO 8601": values(_iso_durations),
    "yes, it is": _truths("Yes, it is.", "No, it is not."),
    "true and false": _truths("True", "False"),
}
