"""Free text as significant words, and the overlap of two texts."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from m3bench.scoring.arguments.forms import folded

_WORD = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)*")
_SEARCH_FIELD = re.compile(r"\b(?:ti|abs|au|all|cat|title|intitle|author):", re.IGNORECASE)
_APOSTROPHE = re.compile(r"['’`](?=s\b)|(?<=\w)['’`](?=\w)")
_COUNTED = re.compile(r"(\d+(?:[.,]\d+)*)[ \t]*(?:x[ \t]+)?([^\W\d_]+)")
_STOP = frozenset((
    "a", "about", "an", "and", "are", "as", "at", "be", "by", "details", "find", "for", "from", "get", "how",
    "i", "in", "info", "information", "is", "look", "many", "me", "much", "my", "of", "on", "or", "please",
    "r", "search", "show", "that", "the", "these", "this", "those", "to", "up", "was", "were", "what",
    "which", "with",
))  # fmt: skip
CONFLICT = 0.45
"""Factor for the similarity of two texts with contradicting figures."""
SAME_NAME = 0.85
"""Cosine from which names with different words are spellings of the same name."""
SYNONYM = 0.8
"""Cosine from which texts without a common word count as equal in meaning."""


class Words(NamedTuple):
    """The words of a text, its figures, and the figure before a word."""

    words: frozenset[str]
    figures: frozenset[str]
    counted: dict[str, str]
    first: str


@lru_cache(maxsize=16_384)
def read_words(text: str) -> Words:
    """Return folded words without plural endings, and without stop words unless nothing else is left."""
    plain = _APOSTROPHE.sub("", _SEARCH_FIELD.sub(" ", folded_lines(text)))
    stems = [_stem(word) for word in _WORD.findall(plain)]
    kept = [word for word in stems if word not in _STOP] or stems
    counted = {_stem(word): _figure(number) for number, word in _COUNTED.findall(plain)}
    figures = frozenset(word for word in kept if word[0].isdigit())
    return Words(frozenset(kept), figures, counted, kept[0] if kept else "")


def folded_lines(text: str) -> str:
    """Fold a text line by line."""
    return "\n".join(map(folded, text.splitlines()))


def overlap(left: Words, right: Words) -> float:
    """Dice's coefficient of the words: 1 for the same words in any order, 0 for none in common."""
    return dice(len(left.words & right.words), len(left.words), len(right.words))


def dice(common: int, left: int, right: int) -> float:
    return 2 * common / (left + right) if left + right else 1.0


def conflicting(left: Words, right: Words) -> bool:
    """Return whether two texts with common words are about different things.

    Their figures contradict (neither set includes the other, or one word has two counts), or neither starts
    with a word of the other: ``Barilla spaghetti 16 oz`` and ``Banza spaghetti 16 oz``.
    """
    return _figures_conflict(left, right) or (left.first not in right.words and right.first not in left.words)


def _figures_conflict(left: Words, right: Words) -> bool:
    if not left.figures or not right.figures:
        return False
    if not (left.figures <= right.figures or right.figures <= left.figures):
        return True
    shared = left.counted.keys() & right.counted.keys()
    return any(left.counted[word] != right.counted[word] for word in shared)


def text_similarity(left: Words, right: Words, cosine: float | None) -> float:
    """Return the overlap of words, raised by the encoder's similarity."""
    shared = overlap(left, right)
    conflict = shared > 0 and conflicting(left, right)
    if shared == 1:
        return CONFLICT if conflict else 1.0
    near = max(shared, cosine or 0.0)
    if shared > 0:
        return (shared + near) / 2 * (CONFLICT if conflict else 1.0)
    return near if near >= SYNONYM else near / 2


def name_similarity(left: Words, right: Words, cosine: float | None) -> float:
    """Compare two names. If each has a word that the other lacks, they name different things."""
    similarity = text_similarity(left, right, cosine)
    exchanged = bool(left.words - right.words) and bool(right.words - left.words)
    if exchanged and left.words & right.words and (cosine or 0.0) < SAME_NAME:
        return min(similarity, CONFLICT * similarity)
    return similarity


def bag_overlap(left: Counter[str], right: Counter[str]) -> float:
    """Dice's coefficient of two bags."""
    return dice((left & right).total(), left.total(), right.total())


def _stem(word: str) -> str:
    if word[0].isdigit():
        return _figure(word)
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 4 and word.endswith(("sses", "xes", "zes", "ches", "shes", "oes")):
        return word[:-2]
    return (
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
    )


def _figure(text: str) -> str:
    plain = re.sub(r",(?=\d{3}\b)", "", text).replace(",", ".")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain.lstrip("0") or "0"
