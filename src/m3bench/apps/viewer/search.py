"""Full-text search over attempts, fast enough to search while typing.

The case-folded text of all attempts is in one unnamed temporary file: it is deleted with the process, and the
system decides how much of it to keep in memory.
"""

from __future__ import annotations

import json
import mmap
import tempfile
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from m3bench.core import Call, Data, Text, Trajectory

_SEPARATOR = b"\0\n"
_SIGNATURE, _SHIFT = 1 << 13, 32 - 13
"""Bits of a signature, and the shift from a 32-bit hash to a bit."""
_INITIAL_CAPACITY = 64
_MAX_WORDS = 8
_MAX_CACHED = 32

Numbers = NDArray[np.integer[Any]]


def words_of(query: str) -> tuple[bytes, ...]:
    """Return the words of a query. An attempt matches if it contains all of them."""
    return tuple(dict.fromkeys(map(_fold, query.split())))[:_MAX_WORDS]


def text_of(trajectory: Trajectory) -> bytes:
    """Return the searchable text of an attempt."""
    return _fold("\n".join(_texts(trajectory)))


def call_texts(call: Call) -> Iterator[tuple[str, str]]:
    """Yield the texts of a call, each with its kind."""
    yield "tool", call.name
    yield "arguments", json_text(call.arguments)
    for part in call.result.content if call.result else ():
        if isinstance(part, Text):
            yield "result", part.text
        elif isinstance(part, Data):
            yield "result", json_text(part.value)


def json_text(value: Any, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)


def fields_text(trajectory: Trajectory) -> str:
    """Return the filled-in form as text."""
    return "" if trajectory.fields is None else json_text(trajectory.fields)


def folded_find(text: str, word: bytes) -> int:
    """Return the approximate place of a folded word in a text, or -1. Folding may change lengths."""
    offset = _fold(text).find(word)
    return offset if offset < 0 else len(_fold(text)[:offset].decode("utf-8", "replace"))


def _texts(trajectory: Trajectory) -> Iterator[str]:
    yield trajectory.task_id
    yield trajectory.answer or ""
    yield fields_text(trajectory)
    for _, call in trajectory.calls():
        yield from (text for _, text in call_texts(call))


def _fold(text: str) -> bytes:
    return text.casefold().encode("utf-8", "surrogatepass")


class SearchText:
    """The texts of attempts by number, counted from 0.

    Each text has a signature of the byte triples that it may contain, so that most texts without a word are
    skipped.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="m3bench-")  # noqa: SIM115 - closed by `close`
        self._map: mmap.mmap | None = None
        self._ends = [0]
        self._signatures = np.zeros((_INITIAL_CAPACITY, _SIGNATURE // 8), dtype=np.uint8)
        self._found: dict[bytes, tuple[int, set[int]]] = {}

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, text: bytes) -> None:
        self._file.write(text + _SEPARATOR)
        number = len(self)
        if number == len(self._signatures):
            self._signatures = np.concatenate([self._signatures, np.zeros_like(self._signatures)])
        self._signatures[number] = _signature(text)
        self._ends.append(self._ends[-1] + len(text) + len(_SEPARATOR))

    def find(self, words: tuple[bytes, ...]) -> set[int]:
        """Return the attempts that contain all words."""
        numbers = set(range(len(self)))
        for word in sorted(words, key=len, reverse=True):
            numbers &= self._containing(word)
        return numbers

    def close(self) -> None:
        if self._map is not None:
            self._map.close()
        self._file.close()

    def _containing(self, word: bytes) -> set[int]:
        """Return the attempts that contain the word. Texts searched before are not searched again."""
        seen, known = self._found.pop(word, (0, set[int]()))
        numbers = known | set(self._scan(word, seen))
        self._found[word] = len(self), numbers
        if len(self._found) > _MAX_CACHED:
            del self._found[next(iter(self._found))]
        return numbers

    def _scan(self, word: bytes, first: int) -> Iterator[int]:
        if first == len(self):
            return
        texts = self._mapped()
        for number in map(int, first + self._candidates(word, first)):
            if texts.find(word, self._ends[number], self._ends[number + 1]) >= 0:
                yield number

    def _candidates(self, word: bytes, first: int) -> Numbers:
        """Return the texts, counted from `first`, whose signatures include the triples of the word."""
        signatures = self._signatures[first : len(self)]
        may = np.ones(len(signatures), dtype=bool)
        for bit in np.unique(_triples(word)).tolist():
            may &= (signatures[:, bit >> 3] & (0x80 >> (bit & 7))) != 0
        return np.flatnonzero(may)

    def _mapped(self) -> mmap.mmap:
        """Map the current file into memory."""
        self._file.flush()
        if self._map is None or len(self._map) != self._ends[-1]:
            if self._map is not None:
                self._map.close()
            self._map = mmap.mmap(self._file.fileno(), self._ends[-1], access=mmap.ACCESS_READ)
        return self._map


def _triples(text: bytes) -> Numbers:
    """Return a signature bit for each three consecutive bytes."""
    codes = np.frombuffer(text, dtype=np.uint8).astype(np.uint32)
    if len(codes) < 3:
        return np.zeros(0, dtype=np.uint32)
    mixed = (codes[:-2] * 0x9E3779B1) ^ (codes[1:-1] * 0x85EBCA6B) ^ (codes[2:] * 0xC2B2AE35)
    return (mixed >> _SHIFT).astype(np.uint32)


def _signature(text: bytes) -> NDArray[np.uint8]:
    bits = np.zeros(_SIGNATURE, dtype=np.uint8)
    bits[_triples(text)] = 1
    return np.packbits(bits)
