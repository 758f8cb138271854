"""Casts of three coins for each of six lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from m3bench.core import normalize
from m3bench_world.hexagrams.table import LINES, Hexagram, hexagram_of

if TYPE_CHECKING:
    from m3bench_world.world import World

COINS = 3
HEADS, TAILS = 3, 2
OLD_YIN, OLD_YANG = 6, 9


class Cast(msgspec.Struct, frozen=True):
    """Six sums of three coins, from below: 6 old yin, 7 young yang, 8 young yin, 9 old yang."""

    sums: tuple[int, ...]

    @property
    def hexagram(self) -> Hexagram:
        return hexagram_of(tuple(total % 2 == 1 for total in self.sums))

    @property
    def changing(self) -> tuple[int, ...]:
        """Return the positions of changing lines, from 1, the lowest."""
        return tuple(place for place, total in enumerate(self.sums, 1) if total in (OLD_YIN, OLD_YANG))

    @property
    def resulting(self) -> Hexagram | None:
        """Return the hexagram after the changes, or None if no line changes."""
        if not self.changing:
            return None
        return hexagram_of(tuple(total in (OLD_YIN, 7) for total in self.sums))


class Hexagrams:
    """Casts. The same question at the same minute of the same world gives the same coins."""

    def __init__(self, world: World) -> None:
        self._world = world

    def cast(self, question: str) -> Cast:
        minute = self._world.now.strftime("%Y-%m-%dT%H:%M")
        draws = self._world.chance.stream("three coins", normalize(question), minute)
        return Cast(
            tuple(sum(HEADS if draws.random() < 0.5 else TAILS for _ in range(COINS)) for _ in range(LINES))
        )
