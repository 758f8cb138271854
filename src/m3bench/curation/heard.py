"""Texts in which values are found as they are written and as they are said."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from itertools import accumulate

from m3bench.core import Result, Text
from m3bench.core.text import SPELLING
from m3bench.curation.structures import plain_values
from m3bench.media.speech import spoken_words
from m3bench.scoring import folded_result, says
from m3bench.scoring.provenance import fold

_LETTERS = {word: letter.lower() for letter, word in SPELLING.items()} | {"alfa": "a", "oskar": "o"}
_LEAST_ALIKE = 0.5
_FEWEST_LETTERS = 3


class Words:
    """A text, searched for values as they are written (`4 May`), spelled (`B as in Bravo`) and said."""

    def __init__(self, text: str, folded: str | None = None) -> None:
        self.text = text
        self._folded = fold(text) if folded is None else folded

    @classmethod
    def of_result(cls, result: Result) -> Words:
        """Return the texts of a result, without the numbers between them, such as times of words."""
        parts = [part.text for part in result.content if isinstance(part, Text)]
        return cls(" ".join(text for part in parts for text in _leaves(part)), folded_result(result))

    def tells(self, value: str | int | float) -> bool:
        return bool(says(self._folded, value)) or self._are_said(str(value))

    @cached_property
    def said(self) -> list[str]:
        """The words as they are said: lower case, numbers as digits."""
        return spoken_words(self.text)

    @cached_property
    def _joined(self) -> tuple[tuple[str, frozenset[int]], ...]:
        """The words without gaps, and where they begin and end; also with letters that are spelled."""
        return tuple(map(_join, (self.said, [_LETTERS.get(word, word) for word in self.said])))

    def _are_said(self, value: str) -> bool:
        wanted = "".join(spoken_words(value))
        return len(wanted) >= _FEWEST_LETTERS and any(_holds(*joined, wanted) for joined in self._joined)


def transcripts(results: Iterable[Words], said: Words) -> list[Words]:
    """Return the results that tell most of what is said."""
    return [result for result in results if _likeness(result, said) >= _LEAST_ALIKE]


def heard_as(value: str, said: Words, transcript: Words) -> str:
    """Return the words of a transcript in place of a value that is said."""
    wanted, words = set(spoken_words(value)), said.said
    matcher = SequenceMatcher(None, words, transcript.said, autojunk=False)
    return " ".join(
        word
        for _, start, end, first, last in matcher.get_opcodes()
        if wanted & set(words[start:end]) and words[start:end] != transcript.said[first:last]
        for word in transcript.said[first:last]
    )


def _join(words: Sequence[str]) -> tuple[str, frozenset[int]]:
    return "".join(words), frozenset(accumulate(map(len, words), initial=0))


def _holds(joined: str, places: Container[int], wanted: str) -> bool:
    start = joined.find(wanted)
    while start >= 0:
        if start in places and start + len(wanted) in places:
            return True
        start = joined.find(wanted, start + 1)
    return False


def _likeness(result: Words, said: Words) -> float:
    """Return the share of different words that are said and in the result."""
    words = set(said.said)
    return len(words & set(result.said)) / len(words) if words else 0.0


def _leaves(text: str) -> list[str]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return [text]
    return [leaf for leaf in plain_values(value) if isinstance(leaf, str)]
