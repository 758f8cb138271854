"""Encoders without a model, for tests, for speed and as baselines."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

import numpy as np

from m3bench.encoders.protocol import Progress, Vectors

_DIMENSION = 384


class ModelFreeEncoder:
    """Base class: one vector per text, computed from the text alone."""

    name: str
    dimension = _DIMENSION

    @property
    def fingerprint(self) -> str:
        return f"{self.name}-1"

    def canonical(self, text: str) -> str:
        return text

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self._vector(self.canonical(text))
        if progress:
            progress(len(texts))
        return vectors

    def _vector(self, text: str) -> Vectors:
        raise NotImplementedError


class ExactEncoder(ModelFreeEncoder):
    """Equal texts have equal vectors, all others are unrelated: a random direction per text."""

    name = "exact"

    def _vector(self, text: str) -> Vectors:
        seed = int.from_bytes(_digest(text), "big")
        vector = np.random.Generator(np.random.PCG64(seed)).standard_normal(self.dimension)
        return (vector / np.linalg.norm(vector)).astype(np.float32)


class HashingEncoder(ModelFreeEncoder):
    """Character trigrams, case-folded, hashed into a fixed number of signed counts."""

    name = "hashing"

    def canonical(self, text: str) -> str:
        return text.casefold()

    def _vector(self, text: str) -> Vectors:
        vector = np.zeros(self.dimension, dtype=np.float32)
        padded = f"  {text} "
        for trigram, count in Counter(padded[i : i + 3] for i in range(len(padded) - 2)).items():
            value = int.from_bytes(_digest(trigram)[:8], "big")
            vector[value % self.dimension] += count if value >> 63 else -count
        norm = np.linalg.norm(vector)
        if norm == 0:  # the signs can cancel out
            vector[0] = norm = np.float32(1)
        unit: Vectors = vector / norm
        return unit


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
