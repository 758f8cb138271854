"""Sheets to write on by hand: ruled, squared, plain or yellow."""

from __future__ import annotations

from m3bench_world.scenes.handwriting import Hand, Pen, to_writable
from m3bench_world.scenes.painting import Canvas, Dice, Paint, Point
from m3bench_world.scenes.prints.page import page, paper

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
    for place in range(1, int((high - 4) / apart) + 1):
        canvas.line((3, place * apart), (wide - 3, place * apart), colour=colour, width=1.2)
    for place in range(1, int((wide - 4) / apart) + 1) if upright else ():
        canvas.line((place * apart, 3), (place * apart, high - 3), colour=colour, width=1.2)
