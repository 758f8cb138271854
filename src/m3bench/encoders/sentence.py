"""What sentence encoders share: tokens, batches of equal length, unit vectors."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache
from itertools import chain, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from m3bench.core.text import without_surrogates
from m3bench.encoders.errors import EncoderError
from m3bench.encoders.protocol import Progress, Vectors

if TYPE_CHECKING:
    from tokenizers import Tokenizer

TokenIds: TypeAlias = tuple[int, ...]
Ids: TypeAlias = NDArray[np.int64]
"""The token ids of a batch: one row per text, all of the same length."""
Pending: TypeAlias = Callable[[], Vectors]
"""Waits for the unit vectors of a batch."""

_CANONICAL_TEXTS = 20_000


class _Tokens(NamedTuple):
    places: dict[TokenIds, int]
    """The distinct sequences, numbered."""
    rows: NDArray[np.intp]
    """The number of the sequence of every text."""


class _Batch(NamedTuple):
    places: list[int]
    """Places of its sequences among the distinct ones of the chunk."""
    vectors: Pending


class _Chunk(NamedTuple):
    rows: NDArray[np.intp]
    """The place of the sequence of every text."""
    batches: list[_Batch]

    def collect(self, target: Vectors, progress: Progress | None) -> None:
        """Wait for the vectors and write one per text."""
        texts = np.bincount(self.rows)
        all_differ = len(texts) == len(target)
        distinct = target if all_differ else np.empty((len(texts), target.shape[1]), dtype=np.float32)
        for batch in self.batches:
            distinct[batch.places] = batch.vectors()
            if progress:
                progress(int(texts[batch.places].sum()))
        if not all_differ:
            target[:] = distinct[self.rows]


class SentenceEncoder(ABC):
    """A tokenizer and a network that turns tokens into a vector.

    Batches contain texts of equal token count, without padding. That is faster, and it makes a vector
    independent of the other texts of its batch, to the last bit.
    """

    tokens_per_batch: int
    texts_at_once: int
    """The texts that are tokenized together. The next ones are tokenized while these are computed."""

    def __init__(self, folder: Path, *, name: str, max_tokens: int) -> None:
        self.name = name
        self._folder = folder
        self._max_tokens = max_tokens

    @property
    @abstractmethod
    def fingerprint(self) -> str: ...

    @property
    @abstractmethod
    def dimension(self) -> int: ...

    @abstractmethod
    def _submit(self, ids: Ids) -> Pending:
        """Start to compute the vectors of a batch."""

    def canonical(self, text: str) -> str:
        if self._lowers and text.isascii() and text.isprintable():
            return text.lower()
        return self._normalize(without_surrogates(text))

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        running: tuple[_Chunk, Vectors] | None = None
        for chosen, tokens in self._tokenized(texts):
            chunk = self._start(tokens)
            if running:
                running[0].collect(running[1], progress)
            running = chunk, vectors[chosen]
        if running:
            running[0].collect(running[1], progress)
        return vectors

    def _tokenized(self, texts: Sequence[str]) -> Iterator[tuple[slice, _Tokens]]:
        """Tokenize some texts at a time, and the next ones while the caller is at work on these."""
        slices = [
            slice(start, start + self.texts_at_once) for start in range(0, len(texts), self.texts_at_once)
        ]
        if len(slices) < 2:
            yield from ((chosen, self._tokenize(texts)) for chosen in slices)
            return
        with ThreadPoolExecutor(1, thread_name_prefix="tokenizer") as ahead:
            running = ahead.submit(self._tokenize, texts[slices[0]])
            for chosen, following in zip_longest(slices, slices[1:]):
                tokens = running.result()
                if following:
                    running = ahead.submit(self._tokenize, texts[following])
                yield chosen, tokens

    def _tokenize(self, texts: Sequence[str]) -> _Tokens:
        places: dict[TokenIds, int] = {}
        encodings = self._tokenizer.encode_batch([without_surrogates(text) for text in texts])
        rows = [places.setdefault(tuple(encoding.ids), len(places)) for encoding in encodings]
        return _Tokens(places, np.array(rows, dtype=np.intp))

    def _start(self, tokens: _Tokens) -> _Chunk:
        places = tokens.places
        batches = [
            _Batch([places[ids] for ids in batch], self._submit(_array(batch)))
            for batch in _equal_length_batches(list(places), self.tokens_per_batch)
        ]
        return _Chunk(tokens.rows, batches)

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer  # noqa: PLC0415 - loaded on first use

        path = self._folder / "tokenizer.json"
        try:
            tokenizer = Tokenizer.from_file(str(path))
        except Exception as error:
            raise EncoderError(f"{path}: not a readable tokenizer ({error}).") from error
        tokenizer.no_padding()
        tokenizer.enable_truncation(self._max_tokens)
        return tokenizer

    @cached_property
    def _normalize(self) -> Callable[[str], str]:
        normalizer = self._tokenizer.normalizer
        if normalizer is None:
            return str
        # Runs repeat texts, and normalizing a text costs more than everything else.
        return lru_cache(maxsize=_CANONICAL_TEXTS)(normalizer.normalize_str)

    @cached_property
    def _lowers(self) -> bool:
        """Whether all that happens to printable ASCII is that it becomes lower case."""
        normalizer = self._tokenizer.normalizer
        return type(normalizer).__name__ == "BertNormalizer" and bool(normalizer.lowercase)


def unit(vectors: Vectors) -> Vectors:
    """Scale vectors to length one."""
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Vectors = vectors / np.maximum(norms, np.float32(1e-12))
    return scaled


def _array(batch: Sequence[TokenIds]) -> Ids:
    length = len(batch[0])
    ids = np.fromiter(chain.from_iterable(batch), dtype=np.int64, count=len(batch) * length)
    return ids.reshape(len(batch), length)


def _equal_length_batches(sequences: list[TokenIds], tokens: int) -> Iterator[list[TokenIds]]:
    batch: list[TokenIds] = []
    for ids in sorted(sequences, key=len):
        if batch and (len(ids) != len(batch[0]) or (len(batch) + 1) * len(ids) > tokens):
            yield batch
            batch = []
        batch.append(ids)
    if batch:
        yield batch
