"""From text to strokes: the letters of a line as this hand writes them."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from m3bench_world.scenes.handwriting.glyphs import (
    CAPITAL_SHARE,
    GAP,
    GLYPHS,
    Stroke,
    advance_of,
    strokes_of,
)
from m3bench_world.scenes.handwriting.hand import Hand
from m3bench_world.scenes.painting import Dice, Point

_OTHERS = str.maketrans({"–": "-", "—": "-", "×": "x", "’": "'", "‘": "'", "“": '"', "”": '"', "ß": "ss"})
_USUAL = 0.85
"""Share of letters in the preferred variant."""


class Nib(NamedTuple):
    """A point of a stroke and the width of the line there."""

    x: float
    y: float
    width: float


def to_writable(text: str) -> str:
    """Return the text in letters that the pen knows, without accents; unknown letters become `?`."""
    plain = unicodedata.normalize("NFKD", text.translate(_OTHERS))
    kept = (letter for letter in plain if not unicodedata.combining(letter))
    return "".join(letter if letter in GLYPHS or letter == " " else "?" for letter in kept)


def written_width(hand: Hand, text: str, size: float) -> float:
    """Return the maximum width of a text: every letter in the widest of its variants."""
    wide = sum(max(advance_of(letter, variant) for variant in (0, 1)) for letter in to_writable(text))
    wobble = 1 + 0.04 * hand.wobble
    return (wide - GAP) * _scale(size) * hand.spread * wobble + size * (abs(hand.slant) + 0.1)


def fit_size(hand: Hand, text: str, size: float, widest: float) -> float:
    """Return the size, smaller if the text could be wider than `widest`."""
    return size * min(1.0, widest / written_width(hand, text, size))


def strokes(hand: Hand, words: str, at: Point, size: float, dice: Dice) -> Iterator[list[Nib]]:
    """Yield the strokes of a line of writing, from a point at the left in the middle of its height."""
    scale, pen = _scale(size), 0.0
    phase, along = dice.between(0, math.tau), dice.between(0.6, 1.4)
    for letter in words:
        usual = hand.prefers(letter)
        variant = usual if dice.happens(_USUAL) else 1 - usual
        if letter != " ":
            shift = hand.drift * size * math.sin(phase + along * pen / 260)
            start = at[0] + pen * scale * hand.spread, at[1] + shift
            for stroke in _letter(hand, strokes_of(letter, variant), size, dice):
                yield pressed(hand, [(start[0] + x, start[1] + y) for x, y in stroke], size, dice)
        pen += advance_of(letter, variant) * (1 + hand.wobble * dice.between(-0.03, 0.03))


def pressed(hand: Hand, points: Sequence[Point], size: float, dice: Dice) -> list[Nib]:
    """Return a stroke with the width of the line at each point, between light and firm."""
    width, phase = hand.width * size, dice.between(0, math.tau)
    count = max(1, len(points) - 1)
    return [
        Nib(x, y, width * (1 + hand.pressure * math.sin(phase + 4.2 * place / count)))
        for place, (x, y) in enumerate(points)
    ]


def _letter(hand: Hand, model: Sequence[Stroke], size: float, dice: Dice) -> Iterator[list[Point]]:
    """Yield the strokes of a letter, which differ a little from the model each time."""
    grown = _scale(size) * (1 + hand.wobble * dice.between(-0.05, 0.05))
    turn = math.radians(hand.wobble * dice.between(-3.5, 3.5))
    sine, cosine = math.sin(turn), math.cos(turn)
    jitter = hand.wobble * size * 0.012
    dx, dy = dice.between(-jitter, jitter), dice.between(-jitter, jitter)
    for stroke in model:
        placed = []
        for x, y in stroke:
            # Letters lean and turn about the middle of the line.
            down = (y - 50) * grown
            across = x * grown * hand.spread - down * hand.slant
            placed.append((dx + across * cosine - down * sine, dy + across * sine + down * cosine))
        yield placed


def _scale(size: float) -> float:
    return size * CAPITAL_SHARE / 100
