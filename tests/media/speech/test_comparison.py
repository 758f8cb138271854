"""Words in one spelling, and the word error rate."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.media.speech import spoken_words, word_error_rate


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Order number 4-7-1-2.", "order number four seven one two"),
        ("call 555-0142!", "Call five five five, zero one four two"),
        ("twenty five boxes", "25 boxes"),
        ("It's $45", "it s forty five dollars"),
        ("at 3 p.m.", "at three pm"),
        ("the 3rd of May", "the third of May"),
        ("the twenty-first", "the 21st"),
        ("I can't, we won't", "I cannot, we will not"),
        ("50%", "fifty percent"),
        ("five oh one", "501"),
    ],
)
def test_the_same_said_in_two_spellings(left: str, right: str) -> None:
    assert spoken_words(left) == spoken_words(right)
    assert word_error_rate(left, right) == 0


@pytest.mark.parametrize(
    ("expected", "heard", "rate"),
    [
        ("one two three four", "one two three five", 0.25),
        ("a b c d", "a b", 0.5),
        ("a b", "a x y b", 1.0),
        ("order 4712", "order 4711", 0.2),
        ("", "", 0.0),
        ("", "words", 1.0),
        ("some words", "", 1.0),
    ],
)
def test_errors_are_counted(expected: str, heard: str, rate: float) -> None:
    assert word_error_rate(expected, heard) == pytest.approx(rate)


@settings(max_examples=30)
@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_can_be_compared(left: str, right: str) -> None:
    assert word_error_rate(left, left) == 0
    assert word_error_rate(left, right) >= 0
    assert spoken_words(" ".join(spoken_words(left))) == spoken_words(left)
