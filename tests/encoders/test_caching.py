from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from m3bench.encoders import CachingEncoder, HashingEncoder, Progress, Vectors, VectorStore


class Counting(HashingEncoder):
    """Counts what it is asked to encode, and can be cut off half-way."""

    def __init__(self, fail_after: int | None = None) -> None:
        self.encoded: list[str] = []
        self._fail_after = fail_after

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        if self._fail_after is not None and len(self.encoded) >= self._fail_after:
            raise KeyboardInterrupt
        self.encoded += texts
        return super().encode(texts, progress)


def test_nothing_is_encoded_twice(tmp_path: Path) -> None:
    inner = Counting()
    store = VectorStore(tmp_path / "vectors.sqlite")
    encoder = CachingEncoder(inner, store)
    first = encoder.encode(["a", "b", "A", "a"])
    second = encoder.encode(["b", "a"])
    assert sorted(inner.encoded) == ["a", "b"]
    assert np.array_equal(first[[1, 0]], second)
    assert np.array_equal(first, HashingEncoder().encode(["a", "b", "a", "a"]))
    store.close()


def test_the_next_process_finds_everything(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite"
    for expected in (["a", "b"], []):
        inner, store = Counting(), VectorStore(path)
        CachingEncoder(inner, store).encode(["a", "b"])
        store.close()
        assert sorted(inner.encoded) == expected


def test_what_was_done_before_a_stop_is_kept(tmp_path: Path) -> None:
    texts = [f"text {number}" for number in range(1000)]
    path = tmp_path / "vectors.sqlite"
    store = VectorStore(path)
    with pytest.raises(KeyboardInterrupt):
        CachingEncoder(Counting(fail_after=500), store).encode(texts)
    store.close()
    store, inner = VectorStore(path), Counting()
    CachingEncoder(inner, store).encode(texts)
    store.close()
    assert 0 < len(inner.encoded) <= 500


def test_memory_is_bounded_and_still_right() -> None:
    inner = Counting()
    encoder = CachingEncoder(inner, memory=10)
    texts = [f"text {number}" for number in range(50)]
    assert np.array_equal(encoder.encode(texts), HashingEncoder().encode(texts))
    assert np.array_equal(encoder.encode(texts), HashingEncoder().encode(texts))
    assert len(inner.encoded) > 50


def test_progress_counts_known_and_new() -> None:
    encoder = CachingEncoder(HashingEncoder())
    encoder.encode(["a"])
    seen: list[int] = []
    encoder.encode(["a", "b", "c"], seen.append)
    assert sum(seen) == 3


def test_nothing_to_encode() -> None:
    assert CachingEncoder(HashingEncoder()).encode([]).shape == (0, 384)


def test_cached_vectors_are_returned_without_the_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unloaded(HashingEncoder):
        loaded = True

        @property
        def dimension(self) -> int:  # type: ignore[override]
            assert self.loaded, "the encoder was loaded"
            return super().dimension

    encoder = Unloaded()
    cached = CachingEncoder(encoder)
    before = cached.encode(["a", "b"])
    monkeypatch.setattr(encoder, "loaded", False)
    assert np.array_equal(cached.encode(["b", "a", "b"]), before[[1, 0, 1]])
