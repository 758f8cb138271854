"""Word index of titles."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from m3bench.core import near_misses, normalize

_WORD = re.compile(r"\w+")
_SMALL = frozenset({"a", "an", "and", "at", "for", "in", "of", "on", "or", "the", "to", "with"})
_MOST_COMPARED = 3_000


def words_of(text: str) -> list[str]:
    return _WORD.findall(normalize(text))


class TitleIndex:
    """Index of titles by word."""

    def __init__(self, titles: Sequence[str]) -> None:
        self._titles = titles
        self._places: dict[str, list[int]] = defaultdict(list)
        for index, title in enumerate(titles):
            for word in set(words_of(title)):
                self._places[word].append(index)

    def search(self, text: str) -> dict[int, float]:
        """Return positions of titles with a score: 3 equal, 2 all words of the query, 1 all words of the
        title."""
        query_words = words_of(text)
        key_words = [word for word in query_words if word not in _SMALL] or query_words
        found = {place for word in key_words for place in self._places.get(word, ())}
        scored = {place: self._score(query_words, set(key_words), self._titles[place]) for place in found}
        return {place: score for place, score in scored.items() if score > 0}

    def near(self, text: str) -> list[str]:
        """Return titles with a similar spelling among those with a common prefix or word."""
        letters = normalize(text)[:2]
        alike = [title for title in self._titles if normalize(title).startswith(letters)]
        return near_misses(text, alike[:_MOST_COMPARED])

    def _score(self, query_words: list[str], key_words: set[str], title: str) -> float:
        own = words_of(title)
        if own == query_words:
            return 3.0
        telling_own = {word for word in own if word not in _SMALL} or set(own)
        shared = len(key_words & telling_own)
        if shared == len(key_words):
            return 2.0 + shared / len(own) / 2
        if shared == len(telling_own) and 3 * shared >= len(key_words):
            return 1.0 + shared / len(key_words) / 2
        return 0.0
