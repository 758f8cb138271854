"""Texts in which values are found as they are written and as they are said."""

from __future__ import annotations

import pytest

from m3bench.core import Result, Text
from m3bench.curation.heard import Words, heard_as, transcripts


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The number is Z I M, B four zero four five six.", "ZIM-B40456"),
        ("Number Z-I-M, B404-56.", "ZIM-B40456"),
        ("It is KES, Oscar 20262.", "KES-O20262"),
        ("It is KES, Oskar 20262.", "KES-O20262"),
        ("on the 4th of December", "the fourth of December"),
        ("It opens in November, as Mike says.", "in November"),
        ("Tralee, that is T-R-A-L-E-E", "Tralee"),
    ],
)
def test_it_is_told(text: str, value: str) -> None:
    assert Words(text).tells(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The number is OPN before 0511.", "OPN-B40511"),
        ("It is KES 020262.", "KES-O20262"),
        ("The number is BRI, Oscar 2038.", "BRI-O20318"),
        ("The place is truly far.", "Tralee"),
        ("It is a portrait.", "trait"),
        ("on the 5th of December", "the fourth of December"),
    ],
)
def test_it_is_not_told(text: str, value: str) -> None:
    assert not Words(text).tells(value)


def test_times_between_words_do_not_separate_them() -> None:
    words = '{"words":[["555,",1.2,1.9],["01",1.9,2.5],["51.",2.5,3.0]]}'
    assert Words.of_result(Result((Text(words),))).tells("555-0151")
    assert not Words.of_result(Result((Text(words),))).tells("555-0152")


def test_what_is_heard_in_place_of_a_name() -> None:
    said, heard = Words("The place is Tralee, in May."), Words("The place is truly in May.")
    assert heard_as("Tralee", said, heard) == "truly"
    assert heard_as("Tralee", said, said) == ""


def test_a_transcript_tells_most_of_what_is_said() -> None:
    said, heard = Words("The place is Tralee, in May."), Words("The place is truly in May.")
    assert transcripts([Words("The weather was fine."), heard], said) == [heard]
