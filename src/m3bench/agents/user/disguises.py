"""Texts in which words can hide: other alphabets, initials, letters shifted or in reverse."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import lru_cache

from m3bench.agents.user.words import plain, word_set, words

_NOT_LETTER = re.compile(r"[\W\d_]+")
_SENTENCE = re.compile(r"[.!?\n]+")
_LETTERS = string.ascii_lowercase
_RADIO = word_set(
    """
    alfa alpha bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar
    papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu
    """
)
_LEAST_LETTERS = 5
"""Shorter words stand in any text by chance."""


def hides(text: str, word: str) -> bool:
    """Return whether a word hides in a text."""
    return len(word) >= _LEAST_LETTERS and any(word in form for form in _forms(text))


@lru_cache(8)
def _forms(text: str) -> tuple[str, ...]:
    forms = [_NOT_LETTER.sub("", plain(text)), *_initials(text)]
    shifted = (form.translate(table) for form in forms[:1] for table in _tables())
    forms += shifted
    return (*forms, *(form[::-1] for form in forms))


def _initials(text: str) -> Iterator[str]:
    """Yield the first and last letters of words, lines and sentences, and what a radio alphabet spells."""
    found = words(text)
    lines = [words(line) for line in text.splitlines()]
    sentences = [words(sentence) for sentence in _SENTENCE.split(text)]
    for parts in ([[word] for word in found], lines, sentences):
        yield "".join(part[0][0] for part in parts if part)
        yield "".join(part[-1][-1] for part in parts if part)
    yield "".join(word[0] for word in found if word in _RADIO)


def _tables() -> Iterator[dict[int, int]]:
    yield str.maketrans(_LETTERS, _LETTERS[::-1])
    for shift in range(1, len(_LETTERS)):
        yield str.maketrans(_LETTERS, _LETTERS[shift:] + _LETTERS[:shift])
