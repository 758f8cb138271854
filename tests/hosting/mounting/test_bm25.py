from __future__ import annotations

import math

import pytest

from m3bench.hosting.mounting.bm25 import Bm25, words


def test_words_are_split_and_frequent_ones_dropped() -> None:
    assert words("The get_currentWeather of two Cities in 2026, please") == [
        "get", "current", "weather", "two", "citie", "2026",
    ]  # fmt: skip
    assert words("glass gas is") == ["glass", "gas"]


def test_rare_words_count_more_than_frequent_ones() -> None:
    index = Bm25(["file reader", "file writer", "file weather"])
    scores = index.scores("file weather")
    assert scores.argmax() == 2
    assert scores[0] == scores[1] > 0
    assert list(index.scores("unknown words")) == [0, 0, 0]


def test_the_formula() -> None:
    """One word, once in one of two texts of the same length: idf = ln(1 + 1.5 / 1.5), tf weight 1."""
    scores = Bm25(["sun moon", "star moon"]).scores("sun")
    assert scores[0] == pytest.approx(math.log(2))
    assert scores[1] == 0


def test_repetition_counts_less_and_less_and_length_is_discounted() -> None:
    once, twice, long = Bm25(["sun a1", "sun sun", "sun b c d e f g h j k"]).scores("sun")
    assert once < twice < 2 * once
    assert long < once


@pytest.mark.parametrize("texts", [[], [""], ["the of"]])
def test_texts_without_words(texts: list[str]) -> None:
    assert list(Bm25(texts).scores("sun")) == [0.0] * len(texts)
