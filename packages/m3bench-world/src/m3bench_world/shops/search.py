"""Keyword search of products."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from m3bench.core import normalize
from m3bench_world.shops.goods import Goods

_WORD = re.compile(r"[a-z0-9][a-z0-9.%&']*")
_IDLE = frozenset({"a", "an", "and", "by", "for", "in", "of", "on", "or", "the", "to", "with", "&"})
_MOST_KINDS = 40
_NOUN, _BRAND, _VARIANT, _SIZE = 4.0, 3.0, 1.5, 1.0


def tokens(text: str) -> list[str]:
    """Return normalized words: singular, without accents."""
    found = _WORD.findall(normalize(text).replace("’", "'"))
    return [_singular(word.strip(".'")) for word in found if word not in _IDLE]


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


class Finder:
    """An index of the words of kinds and brands."""

    def __init__(self, goods: Sequence[Goods]) -> None:
        self._goods = goods
        self._names = [[tokens(name) for name in kind.names] for kind in goods]
        self._by_word: dict[str, set[int]] = defaultdict(set)
        for index, kind in enumerate(goods):
            for words in (*self._names[index], *map(tokens, kind.brands)):
                for word in words:
                    self._by_word[word].add(index)

    def search(self, text: str) -> list[tuple[float, int, int]]:
        """Return score, kind and article of matches, unordered."""
        query_words = tokens(text)
        kinds = {place for word in query_words for place in self._by_word.get(word, ())}
        scored = sorted(((self._kind_score(place, query_words), place) for place in kinds), reverse=True)
        return [
            (score + extra, place, article)
            for score, place in scored[:_MOST_KINDS]
            if score > 0
            for article, extra in self._articles(place, set(query_words))
        ]

    def _kind_score(self, place: int, query_words: list[str]) -> float:
        """Score a kind by its whole name or its brand alone."""
        words = set(query_words)
        whole = [len(name) for name in self._names[place] if name and words.issuperset(name)]
        named = _NOUN + max(whole) if whole else 0.0
        first = 0.5 if whole and words.issuperset(self._names[place][0]) else 0.0
        branded = any(words.issuperset(tokens(brand)) for brand in self._goods[place].brands)
        return named + first + (_BRAND if branded else 0.0)

    def _articles(self, place: int, query_words: set[str]) -> list[tuple[int, float]]:
        kind = self._goods[place]
        brands = [_share(brand, query_words, _BRAND) for brand in kind.brands]
        variants = [_share(variant, query_words, _VARIANT) for variant in kind.variants]
        sizes = [_share(size, query_words, _SIZE) for size in kind.sizes]
        scores = [brand + variant + size for brand in brands for variant in variants for size in sizes]
        return list(enumerate(scores))


def _share(text: str, query_words: set[str], weight: float) -> float:
    own = tokens(text)
    return weight * sum(word in query_words for word in own) / len(own) if own else 0.0
