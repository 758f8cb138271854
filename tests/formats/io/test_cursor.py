from __future__ import annotations

from typing import Any

import pytest

from m3bench.formats.io.cursor import Cursor, describe_value, place_of, printable_text


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "null"),
        (True, "true"),
        (2.5, "the number 2.5"),
        ("a\nb", "the string 'a\\nb'"),
        ([1, 2], "a list of 2"),
        ({}, "an object"),
        ("x" * 100, "the string '" + "x" * 58 + "…"),
    ],
)
def test_values_are_described_in_a_few_words(value: Any, words: str) -> None:
    assert describe_value(value) == words


def test_places_read_like_code() -> None:
    cursor = Cursor({"a": [{"b-c": {"d e": 1}}]}, "f")
    assert cursor["a"].elements()[0]["b-c"]["d e"].place == "a[0].b-c['d e']"
    assert place_of("", "x") == "x"


def test_unprintable_ids_stay_on_one_line() -> None:
    assert printable_text("a\nb") == "'a\\nb'"
    assert printable_text("\ud800") == "'\\ud800'"
    assert printable_text("ü") == "ü"


def test_what_is_absent_is_not_given() -> None:
    cursor = Cursor({"a": None}, "f")
    assert not cursor["a"].given
    assert not cursor["b"].given
    assert cursor["b"].optional_text() is None
    assert cursor["b"].texts() == ()
    assert describe_value(cursor["b"].value) == "nothing"
