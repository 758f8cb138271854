"""Texts by their words and pairs of words, hashed into a vector."""

from __future__ import annotations

import hashlib
import itertools
import math
import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from m3bench.encoders import Progress, Vectors

_WORD = re.compile(r"[^\W_]+")
_PAIR_WEIGHT = 0.5


class WordBag:
    """Hashed words and pairs of words; long words count more, since they are rarer."""

    name = "wordbag"
    dimension = 1024
    fingerprint = f"wordbag-1-{dimension}"

    def canonical(self, text: str) -> str:
        """Case, punctuation and spacing make no difference."""
        return " ".join(_WORD.findall(text.casefold()))

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        vectors = np.stack([self._vector(text) for text in texts]) if texts else np.zeros((0, self.dimension))
        if progress is not None:
            progress(len(texts))
        found: Vectors = vectors.astype(np.float32)
        return found

    def _vector(self, text: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        vector = np.zeros(self.dimension)
        for feature, weight in self._features(self.canonical(text).split()).items():
            value = int.from_bytes(hashlib.blake2b(feature.encode(), digest_size=8).digest(), "big")
            vector[value % self.dimension] += weight if value >> 63 else -weight
        norm = float(np.linalg.norm(vector))
        if norm == 0.0:  # no words, or their signs cancel out
            vector[0] = norm = 1.0
        return vector / norm

    def _features(self, words: Sequence[str]) -> dict[str, float]:
        single = {word: count * math.log(1 + len(word)) for word, count in Counter(words).items()}
        pairs = Counter(f"{one} {other}" for one, other in itertools.pairwise(words))
        return {**single, **{pair: count * _PAIR_WEIGHT for pair, count in pairs.items()}}
