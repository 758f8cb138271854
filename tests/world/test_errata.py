"""Mistakes of sources: seeded, sometimes, and noticeable."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from m3bench_world import World

DAY = date(2025, 3, 1)
WORDS = ("red", "green", "blue")


def test_a_source_is_wrong_about_some_things_only() -> None:
    errata = World().errata
    wrong = sum(errata.has("cache", thing) for thing in range(1000))
    assert 200 < wrong < 300


def test_another_seed_has_other_mistakes() -> None:
    here, there = ([World(seed).errata.has("cache", thing) for thing in range(100)] for seed in (7, 8))
    assert here != there


def test_sources_are_wrong_about_different_things() -> None:
    errata = World().errata
    assert [errata.has("one", thing) for thing in range(100)] != [
        errata.has("other", thing) for thing in range(100)
    ]


@given(st.integers(0, 10**9), st.integers(0, 500))
def test_a_number_is_wrong_if_and_only_if_there_is_an_erratum(right: int, thing: int) -> None:
    errata = World().errata
    stated = errata.whole("cache", thing, right)
    assert (stated != right) is errata.has("cache", thing)
    assert stated >= 0


@given(st.integers(0, 500))
def test_a_date_and_a_word_are_wrong_if_and_only_if_there_is_an_erratum(thing: int) -> None:
    errata = World().errata
    assert (errata.day("cache", thing, DAY) != DAY) is errata.has("cache", thing)
    word = errata.pick("cache", thing, "red", WORDS)
    assert word in WORDS
    assert (word != "red") is errata.has("cache", thing)


def test_a_word_without_others_is_right() -> None:
    errata = World().errata
    assert {errata.pick("cache", thing, "red", ("red",)) for thing in range(50)} == {"red"}
