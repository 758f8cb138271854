"""The title index: articles by name and by words."""

from __future__ import annotations

import math
from collections import defaultdict
from functools import cached_property
from heapq import nsmallest

import msgspec

from m3bench.core import near_misses
from m3bench_world.encyclopedia.compiled import read_table
from m3bench_world.encyclopedia.names import name_key, singular_keys, stems, without_qualifier

TITLE, ALIAS, WORD = 3.0, 2.0, 0.8
"""Weight of a query word by field."""
WHOLE_TITLE, EXACT_ALIAS, EXACT_TITLE = 6.0, 60.0, 100.0
"""Bonus for a title that occurs in the query, and for a query that is a name."""


class Postings(msgspec.Struct):
    """Articles by word stem, for titles, aliases and subjects. Tuples take less memory than lists."""

    title: dict[str, tuple[int, ...]] = {}
    alias: dict[str, tuple[int, ...]] = {}
    word: dict[str, tuple[int, ...]] = {}


class Index(msgspec.Struct, dict=True):
    """Columns by article, and articles by name."""

    kinds: list[str] = []
    keys: list[str] = []
    titles: list[str] = []
    words: list[str] = []
    by_title: dict[str, int] = {}
    by_alias: dict[str, tuple[int, ...]] = {}

    @cached_property
    def _numbers(self) -> dict[tuple[str, str], int]:
        return {pair: number for number, pair in enumerate(zip(self.kinds, self.keys, strict=True))}

    @cached_property
    def _postings(self) -> Postings:
        return read_table("postings", Postings)

    def of_key(self, kind: str, key: str) -> int | None:
        """Return the entry of a kind with this key."""
        return self._numbers.get((kind, key))

    def meanings(self, name: str) -> list[int]:
        """Return the articles that a name can mean: one for a title, else all with this alias."""
        key = name_key(name)
        found = self._named(key)
        if not found and key.endswith(" ("):
            found = self._with_qualifier(name)
        for form in singular_keys(key):
            found = found or self._named(form)
        return found

    def others(self, number: int) -> list[int]:
        """Return entries that share a name with this one."""
        key = name_key(without_qualifier(self.titles[number]))
        named = [*self.by_alias.get(key, ()), *self._named(key)]
        return [other for other in dict.fromkeys(named) if other != number]

    def _named(self, key: str) -> list[int]:
        if key in self.by_title:
            return [self.by_title[key]]
        return list(self.by_alias.get(key, ()))

    def _with_qualifier(self, name: str) -> list[int]:
        """Resolve `Lemon (fruit)` to Lemon if fruit is among the words of that entry."""
        base, _, qualifier = name.partition("(")
        wanted = set(stems(qualifier))
        return [
            number
            for number in dict.fromkeys(
                (*self._named(name_key(base)), *self.by_alias.get(name_key(base), ()))
            )
            if wanted & {*stems(self.words[number]), *stems(self.titles[number].partition("(")[2])}
        ]

    def search(self, query: str, limit: int) -> list[int]:
        """Return entries by relevance: title, then alias, then subject."""
        words = list(dict.fromkeys(stems(query)))[:40]
        scores: dict[int, float] = defaultdict(float)
        for word in words:
            for number, value in self._touched(word).items():
                scores[number] += value
        query_words = set(words)
        for number in nsmallest(200, scores, key=lambda number: (-scores[number], number)):
            scores[number] = self._refine(number, scores[number], query_words)
        for rank, number in enumerate(self.meanings(query)):
            scores[number] += (EXACT_TITLE if rank == 0 else EXACT_ALIAS) - rank
        return nsmallest(limit, scores, key=lambda number: (-scores[number], number))

    def _touched(self, word: str) -> dict[int, float]:
        """Score articles by a word; rarer words count more."""
        postings = self._postings
        weighted = ((postings.word, WORD), (postings.alias, ALIAS), (postings.title, TITLE))
        touched = {number: weight for found, weight in weighted for number in found.get(word, ())}
        rarity = math.log(1 + len(self.titles) / (1 + len(touched)))
        return {number: weight * rarity for number, weight in touched.items()}

    def _refine(self, number: int, score: float, query_words: set[str]) -> float:
        """Rank titles that occur completely in the query before longer ones."""
        title = stems(self.titles[number])
        covered = sum(word in query_words for word in title)
        whole = WHOLE_TITLE * len(title) if covered == len(title) else 0.0
        return score * (0.5 + 0.5 * covered / len(title)) + whole

    def near(self, name: str, limit: int) -> list[str]:
        """Return titles with a spelling similar to `name`."""
        key = name_key(name[:80])
        start, end = key[:2], key.removesuffix(" (")[-3:]
        alike = (title for title in self.titles if _resembles(title, start, end, len(key)))
        return near_misses(name[:80], alike, limit)


def _resembles(title: str, start: str, end: str, length: int) -> bool:
    if abs(len(title) - length) > 8:
        return False
    low = title.lower()
    return low.startswith(start) or low.endswith(end)
