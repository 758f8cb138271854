"""Pages, notepads and phones: a body, a screen, and the line with the time at its top."""

from __future__ import annotations

import math

from m3bench_world.scenes.handwriting import Hand, Pen, to_writable
from m3bench_world.scenes.painting import (
    Canvas,
    Dice,
    Linear,
    Paint,
    Point,
    darker,
    ellipse,
    lighter,
    moved,
    rect,
    turned,
)

_MARGIN = 6


def page(width: float, height: float, turn: float = 0) -> Canvas:
    """Return a canvas with a page from (0, 0) to (width, height), rotated clockwise by degrees."""
    angle = math.radians(turn)
    sine, cosine = abs(math.sin(angle)), abs(math.cos(angle))
    wide, high = width + 2 * _MARGIN, height + 2 * _MARGIN
    pixels = math.ceil(wide * cosine + high * sine), math.ceil(wide * sine + high * cosine)
    units = moved(pixels[0] / 2, pixels[1] / 2).after(turned(turn)).after(moved(-width / 2, -height / 2))
    return Canvas(pixels, units, fine=2)


def paper(
    canvas: Canvas, width: float, height: float, colour: Paint = "#fbfaf6", *, radius: float = 0
) -> None:
    """Draw a sheet with slight shading and a thin edge."""
    stops = [(0, lighter(colour, 0.25)), (0.55, colour), (1, darker(colour, 0.06))]
    shape = rect(0, 0, width, height, radius)
    canvas.fill(shape, Linear((0, 0), (width * 0.4, height), stops), outline=darker(colour, 0.22), width=1)


SCREEN_WIDTH, SCREEN_HEIGHT = 560, 1000
_FRAME, _STATUS = 20, 54
PHONE = (SCREEN_WIDTH + 2 * _FRAME, SCREEN_HEIGHT + 2 * _FRAME)
"""Width and height of the whole phone."""


def phone(canvas: Canvas, body: str, screen: str, ink: str, clock: str) -> float:
    """Draw a phone with an empty screen, and return the top of the free part of the screen."""
    canvas.fill(rect(0, 0, *PHONE, 54), body, outline=lighter(body, 0.3), width=2)
    canvas.fill(rect(_FRAME, _FRAME, SCREEN_WIDTH, SCREEN_HEIGHT, 36), screen)
    canvas.text(clock, _FRAME + 40, _FRAME + 32, 26, ink, anchor="start", weight=0.012)
    canvas.fill(ellipse(PHONE[0] / 2, _FRAME + 28, 11), body)
    left = _FRAME + SCREEN_WIDTH - 92
    canvas.stroke(rect(left, _FRAME + 22, 42, 22, 5), ink, 2, closed=True)
    canvas.fill(rect(left + 4, _FRAME + 26, 24, 14, 2), ink)
    return _FRAME + _STATUS


_STOCKS = {"ruled": "#fbfaf3", "squared": "#fafbfb", "plain": "#f8f5ec", "yellow": "#fbf0a6"}
_RULES = {"ruled": "#a9c3dc", "squared": "#c9d6de"}
_SQUARE = 30


class Notepad:
    """A sheet, the hand that writes on it, and what was written and struck out so far."""

    def __init__(self, size: tuple[float, float], step: float, dice: Dice, *, stock: str = "") -> None:
        self.wide, self.high = size
        self._dice, hand = dice, Hand.drawn(dice)
        self.canvas = page(self.wide, self.high, dice.between(-4, 4))
        self._pen = Pen(self.canvas, hand, dice)
        self.stock = stock or dice.pick(tuple(_STOCKS))
        self.written: list[str] = []
        self.struck: list[str] = []
        paper(self.canvas, self.wide, self.high, _STOCKS[self.stock])
        self._rule(step)

    def write(self, text: str, at: Point, size: float, *, widest: float | None = None) -> float:
        """Write a text that counts. Returns where its ink ends at the right."""
        left, _, wide, _ = self._pen.write(text, at, size, widest=widest)
        self.written.append(to_writable(text))
        return left + wide

    def strike(self, text: str, at: Point, size: float, *, widest: float | None = None) -> float:
        """Write a text and cross it out. It is not recorded as readable text."""
        area = self._pen.write(text, at, size, widest=widest, noted=False)
        self._pen.strike(area, times=self._dice.pick((1, 2)))
        self.struck.append(to_writable(text))
        return area[0] + area[2]

    def facts(self) -> dict[str, list[str]]:
        return {"handwritten": self.written, "struck": self.struck}

    def _rule(self, step: float) -> None:
        colour = _RULES.get(self.stock)
        if colour is None:
            return
        apart = step if self.stock == "ruled" else _SQUARE
        rules(self.canvas, (self.wide, self.high), apart, colour, upright=self.stock == "squared")


def rules(canvas: Canvas, size: tuple[float, float], apart: float, colour: Paint, *, upright: bool) -> None:
    """Draw the lines of ruled paper, or those of squared paper."""
    wide, high = size
    for index in range(1, int((high - 4) / apart) + 1):
        canvas.line((3, index * apart), (wide - 3, index * apart), colour=colour, width=1.2)
    for place in range(1, int((wide - 4) / apart) + 1) if upright else ():
        canvas.line((place * apart, 3), (place * apart, high - 3), colour=colour, width=1.2)
