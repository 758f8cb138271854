"""Fixed strings are found in pieces of a text as in the whole of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from m3bench.core.redaction import needles as module
from m3bench.core.redaction.needles import Needles

KEPT = "$ab$"
WORDS = st.text("ab$", min_size=1, max_size=6)
TEXTS = st.lists(st.sampled_from(["a", "b", "$", "ab", KEPT, "-----", "bbaabb"]), max_size=40).map("".join)


@contextmanager
def windows(size: int) -> Iterator[None]:
    with (
        patch.object(module, "_WINDOW", size),
        patch.object(module, "_SEARCHED_AT_ONCE", size),
        patch.object(module, "_MOST_PARTS", 3),
    ):
        yield


@given(st.lists(WORDS, max_size=5), TEXTS, st.integers(1, 12), st.booleans())
def test_the_size_of_the_pieces_makes_no_difference(
    words: list[str], text: str, size: int, same_length: bool
) -> None:
    needles = Needles(words, KEPT)
    spans = list(needles.spans(text))
    whole = needles.occur(text), needles.replace(text, "*", same_length=same_length)
    with windows(size):
        assert list(needles.spans(text)) == spans
        assert (needles.occur(text), needles.replace(text, "*", same_length=same_length)) == whole


@given(st.lists(WORDS, min_size=1, max_size=5), TEXTS, st.integers(1, 12))
def test_needles_occur_where_one_is_in_the_text(words: list[str], text: str, size: int) -> None:
    with windows(size):
        assert Needles(words, KEPT).occur(text) == any(word in text for word in words)
