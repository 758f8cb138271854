"""Rank texts by the words that they share with a query (Okapi BM25)."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_SATURATION = 1.2
"""How soon further occurrences of a word stop to count (k1)."""
_LENGTH = 0.75
"""How much long texts are discounted (b)."""
_WORD = re.compile(r"[a-z]+|[0-9]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_STOP = frozenset(
    _WORD.findall(
        "a an and are as at be by for from has have how i if in into is it its me my of on or "
        "please that the their them then there these this those to was what when where which who "
        "will with you your"
    )
)
_SHORTEST_PLURAL = 4

Scores = NDArray[np.float64]


class Bm25:
    """Texts with the weights of their words, computed once."""

    def __init__(self, texts: Sequence[str]) -> None:
        counted = [Counter(words(text)) for text in texts]
        lengths = [counts.total() for counts in counted]
        mean = sum(lengths) / len(lengths) if any(lengths) else 1.0
        self._size = len(texts)
        self._weights: defaultdict[str, dict[int, float]] = defaultdict(dict)
        for index, counts in enumerate(counted):
            discount = _SATURATION * (1 - _LENGTH + _LENGTH * lengths[index] / mean)
            for word, count in counts.items():
                self._weights[word][index] = count * (_SATURATION + 1) / (count + discount)

    def scores(self, query: str) -> Scores:
        """Return the score of each text; 0 if it has no word of the query."""
        scores = np.zeros(self._size)
        for word in set(words(query)):
            weights = self._weights.get(word, {})
            rarity = math.log(1 + (self._size - len(weights) + 0.5) / (len(weights) + 0.5))
            for index, weight in weights.items():
                scores[index] += rarity * weight
        return scores


def words(text: str) -> list[str]:
    """Return the words of a text that matter: without frequent ones, in the singular."""
    listed = _WORD.findall(_HUMP.sub(" ", text).lower())
    return [_singular(word) for word in listed if word not in _STOP]


def _singular(word: str) -> str:
    is_plural = len(word) >= _SHORTEST_PLURAL and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if is_plural else word
