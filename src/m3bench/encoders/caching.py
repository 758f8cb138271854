"""An encoder with a cache."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence

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
        places = {form: index for index, form in enumerate(dict.fromkeys(forms))}
        known = self._load_known(list(places))
        # Only an encoder that has been loaded knows its dimension, and cached vectors need none.
        dimension = len(next(iter(known.values()))) if known else self.dimension
        vectors = np.empty((len(places), dimension), dtype=np.float32)
        for form, vector in known.items():
            vectors[places[form]] = vector
        if progress and known:
            progress(len(known))
        missing = [form for form in places if form not in known]
        for chunk, found in self._encode_new(missing, progress):
            vectors[[places[form] for form in chunk]] = found
        # Callers mostly ask for each text once; then the vectors are in order.
        return vectors if len(places) == len(forms) else vectors[[places[form] for form in forms]]

    def _load_known(self, forms: list[str]) -> dict[str, Vectors]:
        with self._lock:
            known = {form: self._memory[form] for form in forms if form in self._memory}
        if self._store and len(known) < len(forms):
            stored = self._store.get(self.fingerprint, [form for form in forms if form not in known])
            self._remember(stored)
            known.update(stored)
        return known

    def _encode_new(self, forms: list[str], progress: Progress | None) -> Iterator[tuple[list[str], Vectors]]:
        by_length = sorted(forms, key=len)
        size = self.texts_per_commit
        for start in range(0, len(by_length), size):
            chunk = by_length[start : start + size]
            vectors = self._encoder.encode(chunk, progress)
            if self._store:
                self._store.put(self.fingerprint, dict(zip(chunk, vectors, strict=True)))
            newest = slice(max(0, len(chunk) - self._limit), None)
            self._remember(dict(zip(chunk[newest], vectors[newest].copy(), strict=True)))
            yield chunk, vectors

    def _remember(self, vectors: dict[str, Vectors]) -> None:
        with self._lock:
            self._memory.update(vectors)
            while len(self._memory) > self._limit:
                self._memory.popitem(last=False)
