"""Search over names and short texts. Every word must occur; names count more than texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from heapq import nlargest

import msgspec

from m3bench.core import near_misses, normalize

_WORDS = re.compile(r"[a-z0-9+#]+")
_MOST_CANDIDATES = 60


class Found(msgspec.Struct, frozen=True):
    name: str
    score: int


class Index:
    """Index of names with their texts. An exact search compares the `main_part` of a name."""

    def __init__(self, rows: Iterable[tuple[str, str, str]]) -> None:
        self._rows = [
            (name, _add_spaces(name), _add_spaces(main), " " + _add_spaces(text)) for name, main, text in rows
        ]

    def find(self, query: str) -> list[str]:
        """Return the names that match all words of a query, best first."""
        wanted = _add_spaces(query)
        words = wanted.split()[:20]
        if not words:
            return []
        found = [
            Found(name, score)
            for name, spaced, main, text in self._rows
            if (score := _score(wanted, words, spaced, main, text)) > 0
        ]
        found.sort(key=lambda each: (-each.score, len(each.name), each.name))
        return [entry.name for entry in found]

    def near(self, query: str, limit: int = 5) -> list[str]:
        """Return names similar to a query or to one of its words."""
        wanted = _add_spaces(query)[:80]
        words = [word for word in wanted.split() if len(word) > 3][:4]
        similar = [name for text in dict.fromkeys((wanted, *words)) for name in self._like(text, limit)]
        return list(dict.fromkeys(similar))[:limit]

    def _like(self, text: str, limit: int) -> list[str]:
        """Return similar names. Shared letter pairs preselect candidates for the slower comparison."""
        pieces = _pieces(text)
        shares = (
            (sum(piece in main for piece in pieces) / (len(pieces) + len(main)), main, name)
            for name, _, main, _ in self._rows
        )
        best = nlargest(_MOST_CANDIDATES, (row for row in shares if row[0] > 0))
        names = {main: name for _, main, name in reversed(best)}
        return [names[main] for main in near_misses(text, names, limit)]


def _pieces(text: str) -> set[str]:
    """Return the letter pairs of a text; similar spellings share some."""
    return {text[index : index + 2] for index in range(len(text) - 1)}


def _add_spaces(text: str) -> str:
    return " ".join(_WORDS.findall(text.lower() if text.isascii() else normalize(text)))


def _score(wanted: str, words: list[str], spaced: str, main: str, text: str) -> int:
    score = 0
    for word in words:
        if word in spaced:
            score += 20
        elif f" {word}" in text:
            score += 5
        else:
            return 0
    return score + _closeness(wanted, spaced, main, text)


def _closeness(wanted: str, spaced: str, main: str, text: str) -> int:
    """Score how closely a name or text matches, beyond containing the words."""
    if wanted in (main, spaced):
        return 200
    if spaced.endswith(f" {wanted} enable"):  # the option that people mean by a module's name
        return 120
    if main.startswith(wanted):
        return 80
    if " " in wanted and text.startswith(f" {wanted}"):
        return 70
    return 40 if f" {wanted} " in f" {spaced} " else 35 if " " in wanted and f" {wanted}" in text else 0
