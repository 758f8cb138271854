"""What every reader of numbers, units, dates and times makes of some thousand texts, right and wrong.

Scores depend on it. The file has a digest for each notation and reader. Where a reading is meant to change,
write it again with `python -m tests.checks.reading.test_same_readings`.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from m3bench.checks import Quantity, prose_contradiction
from m3bench.checks.answers.quantities import stated
from m3bench.checks.fields import date_parts
from m3bench.checks.fields.times import minutes_of_day, seconds_in
from m3bench.checks.keys.numbers import compare_number, number_key
from m3bench.checks.reading import (
    Tolerance,
    amounts,
    as_number,
    committed,
    date_spans,
    find_unit,
    has_unit,
    number_in,
    same,
    single_amounts,
)
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.forge.tasks.numbers import numbers
from m3bench.media.speech import spoken_words
from m3bench.scoring.arguments.forms import read_number
from m3bench.scoring.provenance.texts import numbers_in

READINGS = Path(__file__).with_name("readings.json")
EACH = 120
UNITS = (None, "USD", "kg", "km", "minutes", "percent", "°C", "hours", "parsecs")
FORM = AnswerForm((AnswerField("total", FieldType.NUMBER, "what all of it costs", "USD"),))
WRITTEN = (
    "{}",
    "{} ",
    "It is {}.",
    "about {}",
    "not {}",
    "{} or so",
    "either {} or 7",
    "between {} and 12",
    "- {}",
)
UNIT_NAMES = (
    "kg",
    "km",
    " kilometres",
    " km/h",
    "%",
    " percent",
    "°C",
    " °F",
    " USD",
    "€",
    " min",
    " hours",
    "K",
)


def _digits(dice: random.Random) -> str:
    value = dice.choice(
        (dice.randrange(10), dice.randrange(10_000), dice.randrange(10**9), dice.random() * 1e4)
    )
    return dice.choice(
        (f"{value}", f"{value:,}", f"{value:,}".replace(",", "."), f"{value:,}".replace(",", " "))
    )


def _decimal_comma(dice: random.Random) -> str:
    return f"{dice.randrange(100_000)},{dice.randrange(1000)}"


def _power(dice: random.Random) -> str:
    return dice.choice(("{}e{}", "{} x 10^{}", "{}·10^{{{}}}", "{}E+{}")).format(
        dice.random() * 10, dice.randrange(9)
    )


def _signed(dice: random.Random) -> str:
    return (
        dice.choice(("-", "−", "+", "minus ", "(")) + _digits(dice) + dice.choice(("", ")", " less", " drop"))
    )


def _money(dice: random.Random) -> str:
    return (
        dice.choice(("$", "€ ", "US$", "£", "¥"))
        + _digits(dice)
        + dice.choice(("", "k", "M", " million", " bn"))
    )


def _with_unit(dice: random.Random) -> str:
    return _digits(dice) + dice.choice(UNIT_NAMES)


def _spelled(dice: random.Random) -> str:
    words = (
        "three",
        "twenty-five",
        "two hundred and ten",
        "a dozen",
        "zero",
        "Ninety nine",
        "one million",
        "fourth",
    )
    return dice.choice(words) + dice.choice(("", " apples", " and 5", "-fold", " percent"))


DATES = (
    "{year}-{month:02}-{day:02}", "{day}.{month}.{year}", "{month}/{day}/{year}", "May {day}, {year}",
    "{day} November {year}", "{day}th of Mar {year}", "{year}", "{year}-{month:02}-{day:02}T09:30+02:00",
)  # fmt: skip
TIMES = (
    "{hour}:{minute:02}", "{hour}:{minute:02} pm", "{hour} am", "{hour} h {minute} min", "PT{hour}H",
    "{hour}h", "{minute} minutes", "noon", "{hour} hours and {minute} minutes", "{hour}:{minute:02}:09",
)  # fmt: skip
OTHERS = (
    "v1.{0}", "192.168.{0}.4", "COVID-{0}", "photo_{0}.png", "https://a.b/{0}", "1. {0}\n2. {0}", "none",
    "n/a", "", "{0}, {0}, 3, 4 and 5", "{0} to {0}", "at least {0}", "{0}?", "maybe {0}", "no {0}", "{0}/{0}",
    "Infinity", "1{0}e999", "{0} {0}",
)  # fmt: skip


def _date(dice: random.Random) -> str:
    form = dice.choice(DATES)
    return form.format(
        year=1900 + dice.randrange(200), month=1 + dice.randrange(13), day=1 + dice.randrange(32)
    )


def _time(dice: random.Random) -> str:
    return dice.choice(TIMES).format(hour=dice.randrange(26), minute=dice.randrange(62))


def _other(dice: random.Random) -> str:
    return dice.choice(OTHERS).format(_digits(dice))


NOTATIONS: tuple[Callable[[random.Random], str], ...] = (
    _digits, _decimal_comma, _power, _signed, _money, _with_unit, _spelled, _date, _time, _other,
)  # fmt: skip


def _stated(text: str) -> list[Any]:
    quantities = (Quantity(7), Quantity(5, unit=("%",)), Quantity(12, unit=("kg", "K"), near=("total",)))
    return [stated(quantity, quantity.value or 0.0, text) for quantity in quantities]


def _compared(text: str) -> list[Any]:
    found = []
    for value in (7, 12.5, "10 km", "5 %", "127.69°", text):
        key = number_key(value, None)
        found.append(
            [key, key and compare_number(f"The answer is {text}.", key, "How far is it in 3 steps?")]
        )
    return found


READERS: dict[str, Callable[[str], Any]] = {
    "amounts": amounts,
    "single_amounts": lambda text: single_amounts(committed(text)),
    "date_spans": date_spans,
    "as_number": as_number,
    "same": lambda text: [same(text, value, Tolerance(0.1, 0.01)) for value in (7, 12, "12", "5 %", text)],
    "number_in": lambda text: [number_in(text, unit) for unit in UNITS],
    "find_unit": lambda text: find_unit(text.lstrip("0123456789., -")),
    "has_unit": lambda text: [has_unit(amount, ("kg", "%", "K"), text) for amount in amounts(text)],
    "stated": _stated,
    "compare_number": _compared,
    "prose_contradiction": lambda text: prose_contradiction(FORM, {"total": 7}, f"The total is {text}."),
    "date_parts": date_parts,
    "minutes_of_day": minutes_of_day,
    "seconds_in": lambda text: [seconds_in(text, unit) for unit in ("minutes", "hours", None)],
    "read_number": read_number,
    "numbers_in": lambda text: sorted(numbers_in(text)),
    "forge_numbers": numbers,
    "spoken_words": spoken_words,
}


def texts(notation: Callable[[random.Random], str]) -> list[str]:
    dice = random.Random(notation.__name__)
    return [form.format(notation(dice)) for _, form in product(range(EACH // 4), WRITTEN)]


def readings(reader: Callable[[str], Any], found: Sequence[str]) -> str:
    return hashlib.sha256(repr([reader(text) for text in found]).encode()).hexdigest()[:16]


def all_readings() -> dict[str, dict[str, str]]:
    return {
        notation.__name__.strip("_"): {
            name: readings(reader, texts(notation)) for name, reader in READERS.items()
        }
        for notation in NOTATIONS
    }


@pytest.mark.parametrize("notation", NOTATIONS, ids=lambda notation: notation.__name__.strip("_"))
def test_readings_are_as_before(notation: Callable[[random.Random], str]) -> None:
    before = json.loads(READINGS.read_text("utf-8"))[notation.__name__.strip("_")]
    now = {name: readings(reader, texts(notation)) for name, reader in READERS.items()}
    assert {name: value for name, value in now.items() if value != before[name]} == {}


def test_another_reading_is_noticed() -> None:
    assert readings(as_number, ["7 kg"]) != readings(as_number, ["8 kg"]) != readings(read_number, ["8 kg"])


if __name__ == "__main__":
    READINGS.write_text(json.dumps(all_readings(), indent=1) + "\n", "utf-8")
