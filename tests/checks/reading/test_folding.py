"""Words without case, accents, punctuation and plural."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.checks.reading.folding import folded, left_over, stands, words
from m3bench.checks.reading.spelling import names

LETTERS = st.text("abcdefghijklmnopqrtuvwxyzéüñåø", min_size=3, max_size=8)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Zürich", "in ZURICH."),
        ("cafe", "the Cafés there"),
        ("T-shirt", "two tshirts"),
        ("tshirt", "a T shirt"),
        ("U.S.A.", "in the USA"),
        ("McDonald's", "at mcdonalds"),
        ("berry", "many berries"),
        ("box", "boxes"),
        ("horses", "a horse"),
        ("bag of rice", "three bags of rice"),
        ("Coca-Cola", "**coca cola**"),
        ("sofa|couch", "a couch"),
        ("smørrebrød", "Smorrebrod"),
        ("iPhone 13", "iPhone13"),
        ("東京", "in 東京 now"),
    ],
)
def test_names_are_found(name: str, text: str) -> None:
    assert stands(name, words(text))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("plan", "a plane"),
        ("car", "care"),
        ("art", "start"),
        ("12", "1 2"),
        ("glass", "glas"),
        ("", "text"),
        ("!", "!"),
    ],
)
def test_other_words_are_not_taken_for_names(name: str, text: str) -> None:
    assert not stands(name, words(text))


@given(st.lists(LETTERS, min_size=1, max_size=4), LETTERS, LETTERS)
def test_a_name_is_found_however_it_is_written(name: list[str], before: str, behind: str) -> None:
    plain = " ".join(name)
    for written in (
        plain.upper(),
        plain.title(),
        unicodedata.normalize("NFD", plain),
        plain.replace(" ", "-"),
        f"“{plain}”",
        f"{plain}s",
    ):
        assert stands(plain, words(f"{before}, {written}; {behind}"))


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert folded(folded(text)) == folded(text)


@given(LETTERS, LETTERS)
def test_a_part_of_a_word_is_no_name(name: str, more: str) -> None:
    assert not stands(name, words(f"{name}{more}w"))


def test_what_is_left_over_is_all_but_each_text_once() -> None:
    pages = [words("Dear Ann, welcome. Breakfast is at 7."), words("Welcome! Dial 9.")]
    assert left_over(["Dear Ann", "Welcome", "Breakfast is at 7"], pages) == ["", "welcome dial 9"]
    assert left_over(["dial 9", "welcome", "hello|welcome"], pages)[1] == ""
    assert left_over([], pages[1:]) == ["welcome dial 9"]


def test_near_spellings_name_the_same_but_digits_must_agree() -> None:
    assert names("price of Braeburne apples", "Braeburn")
    assert names("4006381333931", "4006381333931")
    assert not names("4006381333932", "4006381333931")
    assert not names("Gala", "Braeburn")
