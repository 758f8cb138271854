"""Reproducible randomness: each draw depends only on the seed and its name."""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_RANGE = 1 << 64


class Chance:
    """Draws by name.

    `chance.share("rain", place, day)` is the same in every process and in any order of calls, so the world
    keeps no state.
    """

    def __init__(self, seed: int) -> None:
        self._key = str(seed).encode()

    def bits(self, *name: object) -> int:
        """Return 64 random bits. Names are compared as text: pass rounded numbers, never raw floats."""
        text = "\x1f".join(map(str, name)).encode()
        return int.from_bytes(blake2b(text, digest_size=8, key=self._key[:64]).digest(), "little")

    def share(self, *name: object) -> float:
        """Return a uniform number in [0, 1)."""
        return self.bits(*name) / _RANGE

    def between(self, low: float, high: float, *name: object) -> float:
        return low + (high - low) * self.share(*name)

    def whole(self, low: int, high: int, *name: object) -> int:
        """Return an integer from `low` to `high`, both included."""
        return low + self.bits(*name) % (high - low + 1)

    def pick(self, choices: Sequence[T], *name: object) -> T:
        return choices[self.bits(*name) % len(choices)]

    def happens(self, probability: float, *name: object) -> bool:
        return self.share(*name) < probability

    def wave(self, position: float, *name: object) -> float:
        """Return smooth noise in [-1, 1] along a line, with a wavelength of about 1."""
        left = int(position // 1)
        fraction = position - left
        eased = fraction * fraction * (3 - 2 * fraction)
        before, after = (2 * self.share(*name, left + step) - 1 for step in (0, 1))
        return before + (after - before) * eased

    def stream(self, *name: object) -> random.Random:
        """Return a generator for related draws, such as the layout of one picture."""
        return random.Random(self.bits(*name))  # noqa: S311 - a world, not a secret
