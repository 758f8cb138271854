"""Finding words in what attempts said and were told, quickly enough to do while somebody types.

The text of all attempts lies folded in one temporary file without a name: it goes with the process, and needs
no more memory than the system has to spare.
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

_BETWEEN = b"\0\n"
_SIGNATURE, _SHIFT = 1 << 13, 32 - 13
"""Bits of a signature, and how far a hash of 32 bits is moved to be below that."""
_FIRST_ROOM = 64
_MOST_WORDS = 8
_REMEMBERED = 32

Numbers = NDArray[np.integer[Any]]


def words_of(query: str) -> tuple[bytes, ...]:
    """What is looked for: each word anywhere, all of them in the same attempt."""
    return tuple(dict.fromkeys(map(_folded, query.split())))[:_MOST_WORDS]


def text_of(trajectory: Trajectory) -> bytes:
    """Everything about an attempt that can be found."""
    return _folded("\n".join(_texts(trajectory)))


def call_texts(call: Call) -> Iterator[tuple[str, str]]:
    """The texts of a call, each with where it stands."""
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
    """The filled-in form as text to be searched."""
    return "" if trajectory.fields is None else json_text(trajectory.fields)


def folded_find(text: str, word: bytes) -> int:
    """Where a folded word stands in a text, nearly: folding may change lengths. -1 where it does not."""
    place = _folded(text).find(word)
    return place if place < 0 else len(_folded(text)[:place].decode("utf-8", "replace"))


def _texts(trajectory: Trajectory) -> Iterator[str]:
    yield trajectory.task_id
    yield trajectory.answer or ""
    yield fields_text(trajectory)
    for _, call in trajectory.calls():
        yield from (text for _, text in call_texts(call))


def _folded(text: str) -> bytes:
    return text.casefold().encode("utf-8", "surrogatepass")


class SearchText:
    """The texts of attempts by their numbers, which count from 0.

    Of each text it is noted which triples of bytes it may hold, so that most texts without a word need not be
    looked at.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="m3bench-")  # noqa: SIM115 - as long as this lives
        self._map: mmap.mmap | None = None
        self._ends = [0]
        self._signatures = np.zeros((_FIRST_ROOM, _SIGNATURE // 8), dtype=np.uint8)
        self._found: dict[bytes, tuple[int, set[int]]] = {}

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, text: bytes) -> None:
        self._file.write(text + _BETWEEN)
        number = len(self)
        if number == len(self._signatures):
            self._signatures = np.concatenate([self._signatures, np.zeros_like(self._signatures)])
        self._signatures[number] = _signature(text)
        self._ends.append(self._ends[-1] + len(text) + len(_BETWEEN))

    def find(self, words: tuple[bytes, ...]) -> set[int]:
        """The attempts that hold all words."""
        found = set(range(len(self)))
        for word in sorted(words, key=len, reverse=True):
            found &= self._holding(word)
        return found

    def close(self) -> None:
        if self._map is not None:
            self._map.close()
        self._file.close()

    def _holding(self, word: bytes) -> set[int]:
        """Those that hold the word; what was looked at before is not looked at again."""
        seen, known = self._found.pop(word, (0, set[int]()))
        found = known | set(self._scan(word, seen))
        self._found[word] = len(self), found
        if len(self._found) > _REMEMBERED:
            del self._found[next(iter(self._found))]
        return found

    def _scan(self, word: bytes, first: int) -> Iterator[int]:
        if first == len(self):
            return
        texts = self._mapped()
        for number in map(int, first + self._candidates(word, first)):
            if texts.find(word, self._ends[number], self._ends[number + 1]) >= 0:
                yield number

    def _candidates(self, word: bytes, first: int) -> Numbers:
        """Counted from `first`: those whose triples of bytes include the word's, or seem to."""
        signatures = self._signatures[first : len(self)]
        bits = np.unique(_triples(word))
        may = np.ones(len(signatures), dtype=bool)
        for bit in bits.tolist():
            may &= (signatures[:, bit >> 3] & (0x80 >> (bit & 7))) != 0
        return np.flatnonzero(may)

    def _mapped(self) -> mmap.mmap:
        """The whole file as it is now, without a copy of it."""
        self._file.flush()
        if self._map is None or len(self._map) != self._ends[-1]:
            if self._map is not None:
                self._map.close()
            self._map = mmap.mmap(self._file.fileno(), self._ends[-1], access=mmap.ACCESS_READ)
        return self._map


def _triples(text: bytes) -> Numbers:
    """A number below the length of a signature for each three bytes in a row."""
    codes = np.frombuffer(text, dtype=np.uint8).astype(np.uint32)
    if len(codes) < 3:
        return np.zeros(0, dtype=np.uint32)
    mixed = (codes[:-2] * 0x9E3779B1) ^ (codes[1:-1] * 0x85EBCA6B) ^ (codes[2:] * 0xC2B2AE35)
    return (mixed >> _SHIFT).astype(np.uint32)


def _signature(text: bytes) -> NDArray[np.uint8]:
    bits = np.zeros(_SIGNATURE, dtype=np.uint8)
    bits[_triples(text)] = 1
    return np.packbits(bits)
