"""Rulers to scale, in pixels per centimetre or inch."""

from __future__ import annotations

from typing import NamedTuple

from m3bench_world.scenes.painting import Canvas, Cutout, Dice, darker, down, rect

HIGH = 66
MARGIN = 20
"""Margin in pixels before the zero line and after the last one."""

_STOCKS = {"yellow": "#f2d24a", "wood": "#d8b47a", "white": "#f4f2ec", "steel": "#c4c9ce"}
_STEPS = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
_ROOM = 34
"""Minimum distance between numbers, in pixels."""


class Divisions(NamedTuple):
    """A line every `tick` units, and a number at every `number` units."""

    tick: float
    number: float

    @classmethod
    def of(cls, pixels: float) -> Divisions:
        """Return divisions that leave room for the numbers at this scale."""
        number = next(step for step in _STEPS[1:] if step * pixels >= _ROOM)
        return cls(number / (4 if number in (2.0, 20.0) else 5 if number > 1 else 2), number)


def ruler(unit: str, pixels: float, length: float, dice: Dice) -> Cutout:
    """Draw a ruler of `length` units (cm or in), from left to right; its zero line is at `MARGIN`."""
    stock = dice.pick(tuple(_STOCKS))
    wide = round(pixels * length) + 2 * MARGIN
    canvas = Canvas((wide, HIGH), fine=2)
    colour = _STOCKS[stock]
    plate = rect(1, 1, wide - 2, HIGH - 2, 3)
    canvas.fill(plate, down(0, HIGH, colour, darker(colour, 0.12)), outline=darker(colour, 0.5), width=1.6)
    divisions = Divisions.of(pixels)
    per_number = round(divisions.number / divisions.tick)
    for index in range(int(length / divisions.tick + 1e-6) + 1):
        x = MARGIN + index * divisions.tick * pixels
        numbered = index % per_number == 0
        half = per_number % 2 == 0 and index % (per_number // 2) == 0
        canvas.line(
            (x, 2),
            (x, 24 if numbered else 18 if half else 12),
            colour="#1c1a18",
            width=2 if numbered else 1.3,
        )
        if numbered:
            canvas.text(f"{round(index * divisions.tick)}", x, 36, 19, "#1c1a18")
    canvas.text(unit, MARGIN + divisions.number * pixels * 0.5, 55, 15, "#1c1a18")
    return canvas.cutout("ruler", {"unit": unit, "colour": stock})
