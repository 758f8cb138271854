"""A compact set of digests, for files with millions of records."""

from __future__ import annotations

import re
from array import array
from typing import Final

_FIRST_SLOTS: Final = 1 << 10
_DIGEST: Final = re.compile(r"[0-9a-f]{32}")
_WORD: Final = 16
"""Hexadecimal digits of a word."""


class DigestSet:
    """A set of 128-bit digests in hexadecimal, in 24 to 48 bytes each. A Python set takes about 150.

    Digests are spread evenly by themselves, so they are their own hash: open addressing in one flat array.
    """

    def __init__(self) -> None:
        self._words = array("Q", bytes(16 * _FIRST_SLOTS))
        self._mask = _FIRST_SLOTS - 1
        self._count = 0
        self._has_zero = False

    def __len__(self) -> int:
        return self._count + self._has_zero

    def __contains__(self, digest: str) -> bool:
        if _DIGEST.fullmatch(digest) is None:  # from a file that was edited
            return False
        high, low = _words(digest)
        if not (high or low):  # marks an empty slot
            return self._has_zero
        slot = self._slot(high, low)
        return self._words[2 * slot] == high and self._words[2 * slot + 1] == low

    def add(self, digest: str) -> None:
        """Add a digest of 32 hexadecimal digits."""
        high, low = _words(digest)
        if not (high or low):
            self._has_zero = True
            return
        slot = self._slot(high, low)
        if self._words[2 * slot] or self._words[2 * slot + 1]:
            return
        self._words[2 * slot], self._words[2 * slot + 1] = high, low
        self._count += 1
        if 3 * self._count > 2 * (self._mask + 1):
            self._grow()

    def _slot(self, high: int, low: int) -> int:
        """Return the slot of a digest, or the empty one where it belongs."""
        words, mask = self._words, self._mask
        slot = low & mask
        while (words[2 * slot] != high or words[2 * slot + 1] != low) and (
            words[2 * slot] or words[2 * slot + 1]
        ):
            slot = (slot + 1) & mask
        return slot

    def _grow(self) -> None:
        old = self._words
        self._mask = 2 * self._mask + 1
        self._words = array("Q", bytes(16 * (self._mask + 1)))
        for index in range(0, len(old), 2):
            high, low = old[index], old[index + 1]
            if high or low:
                slot = self._slot(high, low)
                self._words[2 * slot], self._words[2 * slot + 1] = high, low


def _words(digest: str) -> tuple[int, int]:
    return int(digest[:_WORD], 16), int(digest[_WORD : 2 * _WORD], 16)
