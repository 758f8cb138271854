"""Sentences of articles."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from m3bench_world.servers.mcp_bench.wikipedia.sentences import (
    Sentence,
    about_topic,
    fill,
    shorten,
    split_sentences,
)


def test_sentences_end_at_full_stops_but_not_at_initials_and_numbers() -> None:
    text = "It weighs 2.5 kg at 1.5 °C. J. S. Bach saw it. “Why?” nobody knows! In 1954 it fell."
    assert split_sentences(text) == [
        "It weighs 2.5 kg at 1.5 °C.",
        "J. S. Bach saw it.",
        "“Why?” nobody knows!",
        "In 1954 it fell.",
    ]


def test_sentences_about_a_topic_come_by_their_words() -> None:
    sentences = [
        Sentence("Wind turbines turn.", "", 0),
        Sentence("The turbine kills some birds.", "Impact", 1),
        Sentence("Nothing else.", "Impact", 2),
    ]
    assert [one.place for one in about_topic(sentences, "birds and turbines")] == [1, 0]
    assert [one.place for one in about_topic(sentences, "impact")] == [1, 2]
    assert about_topic(sentences, "solar") == []


@given(st.lists(st.text("ab. ", min_size=1, max_size=30), max_size=8), st.integers(1, 80))
def test_a_summary_is_never_too_long(texts: list[str], longest: int) -> None:
    sentences = [Sentence(text, "", index) for index, text in enumerate(texts)]
    assert len(fill(sentences, longest)) <= longest
    assert all(len(shorten(text, longest)) <= longest for text in texts)
