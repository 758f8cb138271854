"""From text to strokes: the letters of a line as this hand writes them."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from m3bench_world.scenes.handwriting.glyphs import CAPITAL_SHARE, GAP, GLYPHS, Stroke, advance_of, strokes_of
from m3bench_world.scenes.painting import Canvas, Dice, Paint, Point, Shape, oval, smooth

INKS = ("#1d2f6f", "#22408f", "#1b1b22", "#2b2b30", "#7a1f2b", "#1f4d3a")
PENCILS = ("#4a4a4e", "#56565a")


@dataclass(frozen=True)
class Hand:
    """Habits of a writer. Lengths are shares of the size of the writing."""

    ink: Paint
    slant: float
    """Shift to the right per unit of height."""
    width: float
    """Width of the pen's line."""
    pressure: float
    """By how much the width changes along a stroke."""
    drift: float
    """By how much the line of writing wanders from its baseline."""
    wobble: float
    """By how much letters differ from their model in size, place and turn."""
    spread: float
    """Width of letters, 1 on average."""
    habit: int
    """Decides the variant of each letter that this hand prefers."""
    opacity: float = 1.0

    @classmethod
    def drawn(cls, dice: Dice, *, pencil: bool | None = None) -> Hand:
        """Draw a hand that a person can read."""
        light = dice.happens(0.25) if pencil is None else pencil
        return cls(
            ink=dice.pick(PENCILS if light else INKS),
            slant=dice.between(-0.06, 0.24),
            width=dice.between(0.062, 0.085),
            pressure=dice.between(0.1, 0.32),
            drift=dice.between(0.01, 0.05),
            wobble=dice.between(0.25, 1.0),
            spread=dice.between(0.9, 1.12),
            habit=dice.whole(0, 2**16),
            opacity=0.84 if light else 0.96,
        )

    def prefers(self, letter: str) -> int:
        """Return the variant of a letter that this hand writes most often."""
        return (self.habit >> (ord(letter) % 16)) & 1


Area = tuple[float, float, float, float]
"""Left, top, width, height in units of the canvas."""


class Pen:
    """A hand that writes on a canvas."""

    def __init__(self, canvas: Canvas, hand: Hand, dice: Dice) -> None:
        self.canvas, self.hand, self._dice = canvas, hand, dice

    def write(
        self, text: str, at: Point, size: float, *, widest: float | None = None, noted: bool = True
    ) -> Area:
        """Write one line from a point at the left, vertically centred on it.

        The writing is smaller if it would be wider than `widest`. Returns the area of the ink. The text is
        recorded unless `noted` is false.
        """
        words = to_writable(text)
        if not words.strip():
            raise ValueError("there is nothing to write: the text is empty")
        if widest is not None:
            size = fit_size(self.hand, words, size, widest)
        lines = list(strokes(self.hand, words, at, size, self._dice))
        self._ink(lines)
        area = _area(lines)
        if noted:
            self.canvas.note_text(words, area)
        return area

    def strike(self, area: Area, *, times: int = 1) -> None:
        """Strike out what is written in an area, with one or more lines."""
        (left, top, wide, high), dice = area, self._dice
        reach = min(10.0, high * 0.3)
        for _ in range(times):
            middle = top + high * dice.between(0.42, 0.62)
            tilt, bend = high * dice.between(-0.14, 0.14), high * dice.between(-0.08, 0.08)
            start, end = (left - reach, middle - tilt), (left + wide + reach, middle + tilt)
            self._draw(_curve(start, (left + wide / 2, middle + bend), end), high * 1.1)

    def cross_out(self, area: Area) -> None:
        """Cross out a whole area with a zigzag."""
        (left, top, wide, high), dice = area, self._dice
        steps = max(3, round(wide / (high * 2.2)))
        heights = [
            dice.between(0.1, 0.25) if step % 2 else dice.between(0.75, 0.9) for step in range(steps + 1)
        ]
        points = [(left + wide * step / steps, top + high * share) for step, share in enumerate(heights)]
        self._draw(points, high)

    def tick(self, area: Area) -> None:
        """Put a tick or a cross into a box, whichever this hand prefers."""
        left, top, wide, high = area
        if self.hand.habit % 2:
            shapes: list[list[Point]] = [[(0.12, 0.5), (0.4, 0.86), (1.08, -0.14)]]
        else:
            shapes = [[(0.1, 0.1), (0.9, 0.9)], [(0.9, 0.1), (0.1, 0.9)]]
        for shape in shapes:
            points = [
                (x + self._dice.between(-0.05, 0.05), y + self._dice.between(-0.05, 0.05)) for x, y in shape
            ]
            self._draw([(left + wide * x, top + high * y) for x, y in points], high * 1.3)

    def sign(self, at: Point, size: float) -> None:
        """Sign: loops that no one can read, which are not recorded as text."""
        (x, y), dice = at, self._dice
        points: list[Point] = [(x, y)]
        for step in range(dice.whole(9, 13)):
            x += size * dice.between(0.12, 0.4)
            points.append(
                (x, y + size * (dice.between(-0.7, -0.25) if step % 2 else dice.between(-0.05, 0.3)))
            )
        self._draw(_curve(*points, (x + size * 1.4, y - size * 0.1)), size * 0.8)

    def _draw(self, points: Sequence[Point], size: float) -> None:
        self._ink([pressed(self.hand, points, size, self._dice)])

    def _ink(self, lines: Sequence[Sequence[Nib]]) -> None:
        """Draw strokes as one area: a disc at each point, and a quadrangle between neighbours."""
        outlines: list[tuple[Point, ...]] = []
        for line in lines:
            outlines += [oval(nib.x, nib.y, nib.width / 2, nib.width / 2).outlines[0] for nib in line]
            outlines += [_between(first, second) for first, second in pairwise(line)]
        self.canvas.fill_joined(Shape(tuple(outlines)), self.hand.ink, opacity=self.hand.opacity)


def _curve(*points: Point) -> tuple[Point, ...]:
    return smooth(*points, closed=False).outlines[0]


def _between(first: Nib, second: Nib) -> tuple[Point, ...]:
    dx, dy = second.x - first.x, second.y - first.y
    length = math.hypot(dx, dy) or 1.0
    across, down = -dy / length / 2, dx / length / 2
    return (
        (first.x + across * first.width, first.y + down * first.width),
        (second.x + across * second.width, second.y + down * second.width),
        (second.x - across * second.width, second.y - down * second.width),
        (first.x - across * first.width, first.y - down * first.width),
    )


def _area(lines: Sequence[Sequence[Nib]]) -> Area:
    nibs = [nib for line in lines for nib in line]
    left, right = min(nib.x - nib.width / 2 for nib in nibs), max(nib.x + nib.width / 2 for nib in nibs)
    top, bottom = min(nib.y - nib.width / 2 for nib in nibs), max(nib.y + nib.width / 2 for nib in nibs)
    return left, top, right - left, bottom - top


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
        Nib(x, y, width * (1 + hand.pressure * math.sin(phase + 4.2 * index / count)))
        for index, (x, y) in enumerate(points)
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
