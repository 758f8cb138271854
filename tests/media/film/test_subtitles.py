"""Subtitles in the SubRip format."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.media.film import Subtitle, read_subtitles, write_subtitles

TEXT = (
    "1\n00:00:01,000 --> 00:00:02,500\nHello <i>there</i>\n\n2\n01:02:03.040 --> 01:02:04,000\ntwo\nlines\n"
)


def test_subtitles_are_read() -> None:
    assert read_subtitles(TEXT) == [Subtitle(1, 2.5, "Hello there"), Subtitle(3723.04, 3724, "two\nlines")]
    assert read_subtitles("\ufeff" + TEXT.replace("\n", "\r\n")) == read_subtitles(TEXT)


@pytest.mark.parametrize(
    "text",
    ["", "hello", "1\n00:00:02,000 --> 00:00:01,000\nx", "1\n00:00 --> 00:01\nx", "\n\n\n", "a" * 2_000_000],
)
def test_what_is_no_subtitle_file_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the words depend on the fault
        read_subtitles(text)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 9_000_000), st.integers(1, 9_000)), min_size=1, max_size=5))
def test_what_was_written_is_read_again(spans: list[tuple[int, int]]) -> None:
    subtitles = [Subtitle(start / 1000, (start + long) / 1000, "So it is.") for start, long in spans]
    again = read_subtitles(write_subtitles(subtitles))
    assert [(round(one.start * 1000), round(one.end * 1000)) for one in again] == [
        (start, start + long) for start, long in spans
    ]


@settings(max_examples=30)
@given(st.text(alphabet="0123:,.-> \n<i>\\{x", max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(ValueError):
        assert read_subtitles(text)
