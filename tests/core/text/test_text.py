"""Helpers for text: shortening, joining, surrogates, suggestions, number words."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core.text import (
    ONES,
    TENS,
    beginning,
    did_you_mean,
    join,
    nearest_names,
    plural,
    shorten,
    shorten_middle,
    shorten_sentences,
    value_without_surrogates,
    without_surrogates,
)

ANY_TEXT = st.text(st.characters(exclude_categories=()))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=8,
)


@given(ANY_TEXT, st.integers(1, 50))
def test_a_shortened_text_fits_and_begins_as_the_whole(text: str, longest: int) -> None:
    short = shorten(text, longest)
    assert len(short) <= longest
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]) and len(text) > longest)


@given(ANY_TEXT, st.integers(3, 50))
def test_a_text_without_its_middle_fits_and_keeps_both_ends(text: str, longest: int) -> None:
    short = shorten_middle(text, longest)
    assert len(short) <= longest
    if short != text:
        assert len(text) > longest
        assert (short[0], short[-1]) == (text[0], text[-1])


def test_both_ends_of_a_message_stay() -> None:
    assert shorten_middle("x" * 300) == "x" * 300
    short = shorten_middle("a" * 500 + "z" * 500, 30)
    assert short == "a" * 19 + "…" + "z" * 10


@pytest.mark.parametrize(
    ("text", "longest", "short"),
    [
        ("Draw a map\nof a town. Costs\nnothing.", 80, "Draw a map of a town. Costs nothing."),
        ("Draw a map\nof a town. Costs\nnothing.", 30, "Draw a map of a town."),
        ("Draw a map of a town. Costs nothing.", 21, "Draw a map of a town."),
        ("Draw a map of a town. Costs nothing.", 20, "Draw a map of a…"),
        (
            "Takes a town, e.g. Oslo or Rome or Paris. Costs nothing.",
            42,
            "Takes a town, e.g. Oslo or Rome or Paris.",
        ),
        ("Takes a town, e.g. Oslo or Rome or Paris.", 25, "Takes a town, e.g. Oslo…"),
        ('Says "Hello." Then it waits for an answer.', 20, 'Says "Hello."'),
        ("Gives version 2.5 of it! And more than that.", 30, "Gives version 2.5 of it!"),
        ("画一张地图。免费的。", 8, "画一张地图。"),
        ("Donaudampfschifffahrt", 10, "Donaudamp…"),
    ],
)
def test_texts_are_shortened_after_a_sentence_or_else_after_a_word(
    text: str, longest: int, short: str
) -> None:
    assert shorten_sentences(text, longest) == short


@given(ANY_TEXT, st.integers(1, 50))
def test_shortened_sentences_fit_on_a_line_and_begin_as_the_whole(text: str, longest: int) -> None:
    short, line = shorten_sentences(text, longest), " ".join(text.split())
    assert len(short) <= longest
    assert line.startswith(short.removesuffix("…"))
    assert (short == line) == (len(line) <= longest)


@given(ANY_TEXT, st.integers(0, 50))
def test_the_beginning_says_how_much_is_left(text: str, longest: int) -> None:
    shown = beginning(text, longest)
    if len(text) <= longest:
        assert shown == text
    else:
        assert shown == f"{text[:longest]}\n… {len(text) - longest:,} more characters"


@pytest.mark.parametrize(
    ("words", "joined"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_words_are_joined_as_in_a_sentence(words: list[str], joined: str) -> None:
    assert join(words) == joined
    assert join(iter(words)) == joined


@given(st.lists(st.from_regex(r"[b-m]{1,5}", fullmatch=True), min_size=1))
def test_joined_words_can_be_told_apart_again(words: list[str]) -> None:
    assert join(words, "or").replace(" or ", ", ").split(", ") == words


def test_plurals() -> None:
    assert [plural(count, "task") for count in (0, 1, 2)] == ["0 tasks", "1 task", "2 tasks"]
    assert [plural(count, "family", "families") for count in (1, 2)] == ["1 family", "2 families"]


@given(ANY_TEXT)
def test_a_text_without_surrogates_can_be_written_and_is_otherwise_the_same(text: str) -> None:
    clean = without_surrogates(text)
    clean.encode()
    assert without_surrogates(clean) == clean
    try:
        text.encode()
    except UnicodeEncodeError:
        assert clean != text
    else:
        assert clean == text


def test_pairs_are_joined_and_lone_surrogates_replaced() -> None:
    assert without_surrogates("a\ud83d\ude00b\ud800c\udc00") == "a😀b\ufffdc\ufffd"


@given(JSON)
def test_values_without_surrogates_can_be_written(value: object) -> None:
    json.dumps(value_without_surrogates(value), ensure_ascii=False).encode()


@given(JSON)
def test_values_that_can_be_written_stay_as_they_are(value: object) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return
    assert value_without_surrogates(value) == value


def test_names_that_may_have_been_meant() -> None:
    known = ["weather", "wiki", "math", "google-maps"]
    assert nearest_names("wether", known) == ["weather"]
    assert did_you_mean("wether", known) == "Did you mean weather?"
    assert did_you_mean("zzz", known, "There are four.") == "There are four."
    assert did_you_mean("wik", ["wiki", "wika", "wikb"], most=2) == "Did you mean wiki or wikb?"
    assert nearest_names("mths", known, alike=0.9) == []


@given(st.lists(st.text(max_size=8), max_size=8), st.text(max_size=8))
def test_suggestions_are_known_names(known: list[str], name: str) -> None:
    assert set(nearest_names(name, known)) <= set(known)


def test_number_words_are_in_order() -> None:
    assert (ONES[0], ONES[12], ONES[19], len(ONES)) == ("zero", "twelve", "nineteen", 20)
    assert list(TENS.values()) == list(range(20, 100, 10))
    assert len({*ONES, *TENS}) == 28
