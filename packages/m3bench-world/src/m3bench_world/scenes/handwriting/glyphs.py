"""Letters as strokes of a pen.

The capital line is at y = 0, the line of small letters at 45, the baseline at 100, descenders end at 136. A
stroke is a list of points `x,y`, joined by a smooth curve; the pen turns sharply at a point with `!`. `/`
lifts the pen. Most letters have variants, of which a hand prefers one.
"""

from __future__ import annotations

from functools import cache

from m3bench_world.data import written
from m3bench_world.scenes.painting import Point, smooth

Stroke = tuple[Point, ...]

DIGITS = written("scenes/handwriting", "digits", dict[str, tuple[str, str]])
CAPITALS = written("scenes/handwriting", "capitals", dict[str, tuple[str, ...]])
SMALL = written("scenes/handwriting", "small", dict[str, tuple[str, ...]])
MARKS = written("scenes/handwriting", "marks", dict[str, tuple[str, ...]])
GLYPHS = {**DIGITS, **CAPITALS, **SMALL, **MARKS}
SPACE = 34.0
GAP = 17.0
"""Space between letters."""
CAPITAL_SHARE = 0.72
"""Height of capitals, as a share of the size of the writing."""


@cache
def strokes_of(letter: str, variant: int) -> tuple[Stroke, ...]:
    """Return the strokes of a letter, each a fine polyline. Other variants than there are wrap around."""
    forms = GLYPHS[letter]
    return tuple(_stroke(stroke.split()) for stroke in forms[variant % len(forms)].split(" / "))


@cache
def advance_of(letter: str, variant: int) -> float:
    """Return how far the pen moves on after a letter."""
    if letter == " ":
        return SPACE
    return max(x for stroke in strokes_of(letter, variant) for x, _ in stroke) + GAP


def _stroke(tokens: list[str]) -> Stroke:
    """Return the polyline of a stroke: smooth runs between its sharp turns."""
    runs: list[list[Point]] = [[]]
    for token in tokens:
        x, _, y = token.rstrip("!").partition(",")
        runs[-1].append((float(x), float(y)))
        if token.endswith("!"):
            runs.append([runs[-1][-1]])
    fine: list[Point] = []
    for run in runs:
        fine += smooth(*run, closed=False).outlines[0] if len(run) > 2 else run
    return tuple(fine)
