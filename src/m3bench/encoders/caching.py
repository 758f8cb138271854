"""An encoder with a cache."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from itertools import islice

import numpy as np

from m3bench.encoders.protocol import Encoder, Progress, Vectors
from m3bench.encoders.store import VectorStore

_TEXTS_PER_COMMIT = 256
_TEXTS_IN_MEMORY = 50_000


def texts_per_commit(encoder: Encoder) -> int:
    """Return how many texts an encoder wants at a time: as many as it says, or a few hundred."""
    return int(getattr(encoder, "texts_per_commit", _TEXTS_PER_COMMIT))


class CachingEncoder:
    """Caches the vectors of an encoder in memory and, if given, in a store on disk.

    New vectors are stored in small batches, so that a killed run loses little.
    """

    def __init__(
        self, encoder: Encoder, store: VectorStore | None = None, *, memory: int = _TEXTS_IN_MEMORY
    ) -> None:
        self._encoder = encoder
        self._store = store
        # Its oldest entry is found at once; that of a dict only after all that were deleted before it.
        self._memory: OrderedDict[str, Vectors] = OrderedDict()
        self._limit = memory
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._encoder.name

    @property
    def fingerprint(self) -> str:
        return self._encoder.fingerprint

    @property
    def texts_per_commit(self) -> int:
        return texts_per_commit(self._encoder)

    @property
    def dimension(self) -> int:
        return self._encoder.dimension

    def canonical(self, text: str) -> str:
        return self._encoder.canonical(text)

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        forms = [self.canonical(text) for text in texts]
        distinct = list(dict.fromkeys(forms))
        known = self._load_known(distinct)
        missing = [form for form in distinct if form not in known]
        if progress and known:
            progress(len(known))
        known.update(self._encode_new(missing, progress))
        if not forms:
            return np.empty((0, self.dimension), dtype=np.float32)
        return np.stack([known[form] for form in forms])

    def _load_known(self, forms: list[str]) -> dict[str, Vectors]:
        with self._lock:
            known = {form: self._memory[form] for form in forms if form in self._memory}
        unknown = [form for form in forms if form not in known]
        if self._store and unknown:
            stored = self._store.get(self.fingerprint, unknown)
            self._remember(stored)
            known.update(stored)
        return known

    def _encode_new(self, forms: list[str], progress: Progress | None) -> dict[str, Vectors]:
        new: dict[str, Vectors] = {}
        by_length = sorted(forms, key=len)
        size = self.texts_per_commit
        for start in range(0, len(by_length), size):
            chunk = by_length[start : start + size]
            vectors = dict(zip(chunk, self._encoder.encode(chunk, progress), strict=True))
            if self._store:
                self._store.put(self.fingerprint, vectors)
            self._remember(vectors)
            new.update(vectors)
        return new

    def _remember(self, vectors: dict[str, Vectors]) -> None:
        with self._lock:
            newest = islice(vectors.items(), max(0, len(vectors) - self._limit), None)
            self._memory.update(newest)
            while len(self._memory) > self._limit:
                self._memory.popitem(last=False)
