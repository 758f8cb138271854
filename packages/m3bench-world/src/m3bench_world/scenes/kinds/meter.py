"""A meter at one of two times: an electricity meter with dials, or a water meter with a counter and dials.

Scenes `2 n` and `2 n + 1` show the same meter earlier and later; it has only dials if `n` is even. A dial
shows the digit that its pointer has passed last. The dials of the electricity meter turn in alternating
directions.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from m3bench_world.scenes.painting import (
    Canvas,
    Dice,
    Paint,
    Point,
    darker,
    ellipse,
    panel,
    polygon,
    rect,
    textures,
)
from m3bench_world.scenes.prints import page, paper
from m3bench_world.scenes.stage import Stage

_WIDE, _HIGH, _DARK = 900, 460, "#1e2226"
_CASES = ("#c9ced2", "#b8bfa9", "#d8cfbd", "#8f9aa5")
_LOWEST, _HIGHEST = 1, 8
"""Digits below a pointer for which the pointer is clearly between two marks."""
_TRIES = 400


class Model(NamedTuple):
    """A kind of meter: its unit, how many digits it shows, and how many of them by pointers."""

    unit: str
    digits: int
    pointers: int
    decimals: int
    used: tuple[int, int]
    """Consumption between the two times, in units of the last digit."""


MODELS = {"dials": Model("kWh", 5, 5, 0, (140, 1_900)), "counter": Model("m3", 7, 2, 2, (450, 6_800))}


class _Dial(NamedTuple):
    centre: Point
    radius: float
    sense: int
    """1 if the digits run clockwise, otherwise -1."""
    colour: Paint


def compose(stage: Stage) -> None:
    # Both pictures of a meter use the same stream.
    dice = Dice(stage.world.chance.stream("meter", stage.number // 2))
    form = ("dials", "counter")[stage.number // 2 % 2]
    model = MODELS[form]
    serial = f"{dice.pick(('KW', 'EM', 'HT', 'RV'))} {dice.whole(100_000, 999_999)}"
    case, readings = dice.pick(_CASES), _two_readings(dice, model)
    value = readings[stage.number % 2]
    stage.size = (_WIDE + 110, _HIGH + 130)
    wall = dice.pick(("#c9bfae", "#b9c3bb", "#a9a29a"))
    stage.backdrop = textures.plaster(stage.size, stage.dice, wall)
    canvas = page(_WIDE, _HIGH, stage.dice.between(-2.5, 2.5))
    _case(canvas, case, serial, model.unit)
    exact = value + dice.between(0.32, 0.68)
    angles = (_dials if form == "dials" else _counter)(canvas, model, value, exact)
    cutout = canvas.cutout("meter", {"serial": serial}).trimmed()
    put = stage.put(cutout, stage.size[0] / 2, stage.size[1] / 2, shadow="flat")
    if put:
        stage.thing_of(put).kept = 1.0
    stage.facts = {
        "form": form,
        "serial": serial,
        "unit": model.unit,
        "reading": round(value / 10**model.decimals, model.decimals) if model.decimals else value,
        "time": ("earlier", "later")[stage.number % 2],
        "angles": [round(angle, 2) for angle in angles],
    }


def _two_readings(dice: Dice, model: Model) -> tuple[int, int]:
    """Draw an earlier and a later reading whose pointers are all clearly between two marks."""
    for _ in range(_TRIES):
        earlier = dice.whole(10 ** (model.digits - 1), 8 * 10 ** (model.digits - 1))
        later = earlier + dice.whole(*model.used)
        if _is_clear(earlier, model) and _is_clear(later, model):
            return earlier, later
    return _CLEAR_READINGS[model.unit]


_CLEAR_READINGS = {"kWh": (24_361, 24_785), "m3": (1_364_283, 1_365_847)}
"""Used if no draw is clear, which has a probability far below one in a million."""


def _is_clear(value: int, model: Model) -> bool:
    digits = f"{value:0{model.digits}d}"
    below = digits[-model.pointers :][1:]
    return len(digits) == model.digits and all(_LOWEST <= int(digit) <= _HIGHEST for digit in below)


def _case(canvas: Canvas, colour: str, serial: str, unit: str) -> None:
    panel(canvas, rect(0, 0, _WIDE, _HIGH, 34), colour)
    canvas.stroke(rect(14, 14, _WIDE - 28, _HIGH - 28, 26), darker(colour, 0.25), 2, closed=True)
    for x in (40, _WIDE - 40):
        for y in (40, _HIGH - 40):
            canvas.fill(ellipse(x, y, 9), darker(colour, 0.35))
            canvas.line((x - 5, y - 5), (x + 5, y + 5), colour=darker(colour, 0.6), width=2)
    with canvas.moved(_WIDE / 2 - 190, _HIGH - 92):
        paper(canvas, 380, 62, "#f4f2ea", radius=4)
        canvas.text(f"No. {serial}", 22, 31, 30, _DARK, anchor="start")
        canvas.text(unit, 358, 31, 32, _DARK, anchor="end", weight=0.02)


def _dials(canvas: Canvas, model: Model, value: int, exact: float) -> list[float]:
    """Draw five dials, the highest digit on the left. The lowest turns clockwise. Returns the angles."""
    del value
    angles = []
    for index in range(model.digits):
        power = model.digits - 1 - index
        dial = _Dial((102 + index * 174, 172), 80, -1 if power % 2 else 1, _DARK)
        angles.append(_pointer_dial(canvas, dial, exact / 10**power % 10, index))
        canvas.text(f"x {10**power}", dial.centre[0], 290, 28, _DARK, weight=0.012)
    return angles


def _counter(canvas: Canvas, model: Model, value: int, exact: float) -> list[float]:
    """Draw a counter for whole units, and a red dial each for tenths and hundredths. Returns the angles."""
    whole = f"{value // 100:05d}"
    left, top, step, high = 60, 118, 78, 112
    canvas.fill(rect(left - 12, top - 12, step * len(whole) + 16, high + 24, 8), "#101214")
    for index, digit in enumerate(whole):
        x = left + index * step
        panel(canvas, rect(x, top, step - 8, high, 5), "#f3f3ef", contrast=0.1)
        canvas.text(digit, x + (step - 8) / 2, top + high / 2, 84, _DARK, weight=0.012, noted=False)
    canvas.note_text(whole, (left, top + 12, step * len(whole) - 8, high - 24))
    angles = []
    for index, power in enumerate((1, 0)):
        dial = _Dial((576 + index * 210, 172), 92, 1, "#b3202a")
        angles.append(_pointer_dial(canvas, dial, exact / 10**power % 10, index))
        canvas.text(f"x 0.{'0' * index}1", dial.centre[0], 300, 30, "#8c1a22", weight=0.012)
    del model
    return angles


def _pointer_dial(canvas: Canvas, dial: _Dial, position: float, place: int) -> float:
    """Draw a dial whose pointer is at `position` (0 to 10). Returns its angle, clockwise from the top."""
    (x, y), radius = dial.centre, dial.radius
    canvas.fill(ellipse(x, y, radius), "#fbfaf4", outline=_DARK, width=2.5)
    for mark in range(10):
        turn = dial.sense * 36 * mark
        canvas.line(_on(dial, turn, 0.92), _on(dial, turn, 0.99), colour=_DARK, width=3)
        canvas.text(str(mark), *_on(dial, turn, 0.77), radius * 0.28, _DARK, weight=0.015, noted=False)
    angle = dial.sense * 36 * position % 360
    tip, side = _on(dial, angle, 0.63), radius * 0.07
    across = math.radians(angle)
    left = x - side * math.cos(across), y - side * math.sin(across)
    right = x + side * math.cos(across), y + side * math.sin(across)
    canvas.fill(polygon(left, tip, right, _on(dial, angle, -0.22)), dial.colour)
    canvas.fill(ellipse(x, y, radius * 0.09), dial.colour)
    canvas.point(f"pivot {place}", x, y)
    canvas.point(f"tip {place}", *tip)
    return angle


def _on(dial: _Dial, angle: float, share: float) -> Point:
    turn = math.radians(angle)
    (x, y), reach = dial.centre, dial.radius * share
    return x + reach * math.sin(turn), y - reach * math.cos(turn)
