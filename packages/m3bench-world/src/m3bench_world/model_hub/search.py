"""Search over the entries of one kind."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from typing import Generic, TypeVar

from m3bench.core import near_misses, normalize
from m3bench_world.model_hub.types import Entry

T = TypeVar("T", bound=Entry)
_WORDS = re.compile(r"[a-z0-9]+")
_MOST_WORDS = 12
_IDLE = frozenset(("a", "an", "and", "for", "of", "on", "or", "the", "to", "with"))


def words_of(text: str) -> list[str]:
    return _WORDS.findall(normalize(text))[:_MOST_WORDS]


class Index(Generic[T]):
    """Entries with the words of their id, tags and title."""

    def __init__(self, rows: Iterable[tuple[T, str]]) -> None:
        self._rows = [(entry, f" {' '.join(_WORDS.findall(normalize(text)))} ") for entry, text in rows]

    def find(self, query: str, among: Container[str] | None = None) -> list[T]:
        """Return entries with all words of a query; if there are none, those with most of them.

        An entry must have at least half of the words. A word matches the beginning of a word. `among` are
        the ids to choose from.
        """
        wanted = [word for word in words_of(query) if word not in _IDLE] or words_of(query)
        if not wanted:
            return []
        scored = [
            (sum(f" {word}" in text for word in wanted), entry)
            for entry, text in self._rows
            if among is None or entry.id in among
        ]
        best = max((score for score, _ in scored), default=0)
        return [entry for score, entry in scored if score == best] if 2 * best >= len(wanted) else []

    def near(self, query: str, limit: int = 5) -> list[str]:
        ids = [entry.id for entry, _ in self._rows]
        names = {entry.name: entry.id for entry, _ in self._rows}
        close = [names[name] for name in near_misses(query.rpartition("/")[2], names, limit)]
        return list(dict.fromkeys(near_misses(query, ids, limit) + close))[:limit]
