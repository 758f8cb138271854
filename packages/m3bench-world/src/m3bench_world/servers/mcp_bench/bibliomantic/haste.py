"""Slips of short readings: one line too many or too few is turned, so the result is another hexagram."""

from __future__ import annotations

from m3bench.core import normalize
from m3bench_world import World
from m3bench_world.hexagrams import Cast, Hexagram, hexagram, hexagram_of


def resulting_in_haste(world: World, question: str, cast: Cast) -> Hexagram | None:
    """Return the hexagram that a short reading names as the result of the changes, with errata."""
    right = cast.resulting
    if right is None:
        return None
    others = (hexagram_of(_turned(right.lines, place)).number for place in range(len(right.lines)))
    named = tuple(str(number) for number in others if number != cast.hexagram.number)
    return hexagram(int(world.errata.pick("short readings", normalize(question), str(right.number), named)))


def _turned(lines: tuple[bool, ...], place: int) -> tuple[bool, ...]:
    return tuple(line != (number == place) for number, line in enumerate(lines))
