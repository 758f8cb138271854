"""Colours of materials and of background walls."""

from __future__ import annotations

from m3bench_world.data import written
from m3bench_world.museum.canvas import Colour

_COLOURS = written("museum", "colours", tuple[tuple[str, tuple[int, int, int], float], ...])
WALLS: tuple[Colour, ...] = (
    (214, 210, 202), (198, 206, 210), (206, 200, 212), (216, 206, 192), (190, 200, 194), (70, 76, 86), (84,
    72, 70),
)  # fmt: skip
PAINTS: tuple[Colour, ...] = (
    (28, 26, 30), (120, 30, 30), (24, 54, 110), (226, 206, 160), (40, 92, 74), (196, 140, 40), (236, 230,
    218),
)  # fmt: skip


def colour_of(medium: str) -> Colour:
    return _entry(medium)[1]


def gloss_of(medium: str) -> float:
    return _entry(medium)[2]


def _entry(medium: str) -> tuple[str, Colour, float]:
    """Return the first material that the medium names."""
    lowered = medium.lower()
    named = [
        (lowered.index(entry[0]), index, entry) for index, entry in enumerate(_COLOURS) if entry[0] in lowered
    ]
    return min(named)[2] if named else ("", (166, 132, 96), 0.15)
