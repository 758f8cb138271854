"""Texts of single lines, from their position and their relations."""

from __future__ import annotations

from m3bench_world.hexagrams.table import LINES, Hexagram

_PLACES = (
    "At the beginning, before anything shows",
    "In the middle of the lower half, among friends",
    "At the threshold, where the lower half ends",
    "Just past the threshold, close to those who decide",
    "In the ruling place, where the matter is decided",
    "At the top, where the matter passes its peak",
)
_STRONG = ("act with resolve", "go firmly but without noise", "hold back a step")
_SOFT = ("yield and listen", "serve without being noticed", "do not give way too soon")
_PARTNER = "the line that answers it lends help"
_ALONE = "no line answers it, so rely on yourself"


def line_text(hexagram: Hexagram, position: int) -> str:
    """Return the text of a line; `position` counts from 1, the lowest."""
    yang = hexagram.lines[position - 1]
    fitting = yang == (position % 2 == 1)
    partner = (position + 2) % LINES
    answered = hexagram.lines[partner] != yang
    manner = (_STRONG if yang else _SOFT)[0 if position in (2, 5) else 1 if fitting else 2]
    kind = "a strong line" if yang else "a yielding line"
    seat = "in a place that suits it" if fitting else "in a place that does not suit it"
    return (
        f"{_PLACES[position - 1]}: {kind} {seat}. In {hexagram.theme}, {manner}; "
        f"{_PARTNER if answered else _ALONE}."
    )
