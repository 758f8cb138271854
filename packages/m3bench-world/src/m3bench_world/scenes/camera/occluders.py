"""Things in the way at the edges of a photograph: fingers, a strap, a sleeve, leaves, a pen.

Each is drawn 100 wide and enters from below: its foot is at (50, 0), its tip at about (50, -100).
None of them is a thing that scenes are asked about.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PIL import Image, ImageDraw

from m3bench_world.scenes.camera.hand import SKINS
from m3bench_world.scenes.painting import (
    Affine,
    Canvas,
    Dice,
    Shape,
    across,
    darker,
    ellipse,
    lighter,
    moved,
    path,
    polygon,
    rect,
    scaled,
    smooth,
    turned,
)

_CLOTHS = ("#2f3a4a", "#6a2f34", "#3c4a38", "#7a7468", "#222226", "#8a8f98")
_LEAVES = ("#4c7a2e", "#6a8f3a", "#3a5f2a", "#8a8a3a")


class Occluder(NamedTuple):
    name: str
    outline: Shape
    paint: Callable[[Canvas, Dice], None]
    soft: float
    """How blurred it is, as a share of its length; what is near to the lens is out of focus."""
    of_person: bool = False


_FINGER = path(
    "M28 10 C 27 -30 27 -60 31 -80 C 34 -96 44 -101 51 -101 C 60 -101 68 -95 70 -80 C 73 -55 73 -30 72 10 Z"
)
_THUMB = path(
    "M18 10 C 20 -20 24 -50 30 -72 C 36 -94 54 -102 66 -94 C 78 -84 76 -60 74 -40 C 73 -20 76 -6 80 10 Z"
)
_STRAP = path("M6 12 C 14 -40 30 -80 74 -100 L 96 -84 C 60 -66 44 -34 38 12 Z")
_SLEEVE = path("M-10 12 C -4 -30 10 -72 34 -92 C 52 -102 70 -90 84 -66 C 98 -40 106 -14 110 12 Z")
_PEN = polygon((43, 12), (57, 12), (57, -82), (52, -100), (48, -100), (43, -82))
_TWIG_LEAVES = (
    ((50, -6), 42, -150), ((52, -22), 46, -40), ((48, -38), 44, -145), ((52, -54), 42, -35),
    ((50, -66), 38, -95),
)  # fmt: skip


def _leaf_shape(at: tuple[float, float], long: float, turn: float) -> Shape:
    leaf = smooth(
        (0, 0),
        (long * 0.3, -long * 0.2),
        (long * 0.75, -long * 0.14),
        (long, 0),
        (long * 0.7, long * 0.17),
        (long * 0.28, long * 0.2),
    )
    return leaf.under(moved(*at).after(turned(turn)))


_TWIG = Shape(
    (
        *polygon((48, 12), (52, 12), (51, -70), (49, -70)).outlines,
        *(line for at, long, turn in _TWIG_LEAVES for line in _leaf_shape(at, long, turn).outlines),
    )
)


def _paint_digit(shape: Shape, nail: tuple[float, float, float, float]) -> Callable[[Canvas, Dice], None]:
    def paint(canvas: Canvas, dice: Dice) -> None:
        skin = dice.pick(SKINS)
        canvas.fill(shape, across(24, 76, darker(skin, 0.34), skin, lighter(skin, 0.12), darker(skin, 0.22)))
        x, y, wide, high = nail
        canvas.fill(rect(x - wide / 2, y, wide, high, wide * 0.42), lighter(skin, 0.38), opacity=0.8)
        for crease in (-46, -42):
            canvas.line((38, crease), (62, crease - 1), colour=darker(skin, 0.3), width=1.2, opacity=0.5)

    return paint


def _paint_strap(canvas: Canvas, dice: Dice) -> None:
    cloth = dice.pick(_CLOTHS)
    canvas.fill(_STRAP, across(6, 96, darker(cloth, 0.2), lighter(cloth, 0.12), darker(cloth, 0.3)))
    canvas.stroke("M14 12 C 22 -40 38 -76 78 -96", lighter(cloth, 0.3), 1.5)
    canvas.stroke("M31 12 C 38 -36 54 -68 92 -88", lighter(cloth, 0.3), 1.5)


def _paint_sleeve(canvas: Canvas, dice: Dice) -> None:
    cloth = dice.pick(_CLOTHS)
    canvas.fill(_SLEEVE, across(-10, 110, lighter(cloth, 0.1), cloth, darker(cloth, 0.4)))
    with canvas.inside(_SLEEVE):
        for x in (14, 40, 66):
            canvas.soft(ellipse(x, -30, 6, 50), "#000000", 0.35, blur=5)


def _paint_pen(canvas: Canvas, dice: Dice) -> None:
    ink = dice.pick(("#1f4f8f", "#a02828", "#222222", "#2f7a4a", "#d8a020"))
    canvas.fill(_PEN, across(43, 57, darker(ink, 0.3), lighter(ink, 0.45), ink, darker(ink, 0.4)))
    canvas.fill(
        polygon((43, -82), (57, -82), (52, -100), (48, -100)), across(43, 57, "#8a8a8a", "#f0f0f0", "#777777")
    )
    canvas.fill(rect(43, -40, 14, 3), lighter(ink, 0.5))


def _paint_twig(canvas: Canvas, dice: Dice) -> None:
    green = dice.pick(_LEAVES)
    canvas.fill(polygon((48, 12), (52, 12), (51, -70), (49, -70)), "#5a4630")
    for at, long, turn in _TWIG_LEAVES:
        shade = (
            lighter(green, dice.between(0, 0.25))
            if dice.happens(0.5)
            else darker(green, dice.between(0, 0.3))
        )
        canvas.fill(_leaf_shape(at, long, turn), shade)
        with canvas.moved(*at, turn=turn):
            canvas.line((0, 0), (long * 0.85, 0), colour=lighter(shade, 0.3), width=1.2)


OCCLUDERS = (
    Occluder("finger", _FINGER, _paint_digit(_FINGER, (50, -96, 26, 24)), 0.035, of_person=True),
    Occluder("thumb", _THUMB, _paint_digit(_THUMB, (58, -92, 26, 26)), 0.035, of_person=True),
    Occluder("sleeve", _SLEEVE, _paint_sleeve, 0.05, of_person=True),
    Occluder("strap", _STRAP, _paint_strap, 0.03),
    Occluder("leaves", _TWIG, _paint_twig, 0.022),
    Occluder("pen", _PEN, _paint_pen, 0.006),
)


class Placed(NamedTuple):
    """An occluder at an edge: where it enters, its direction (0 is up), its scale."""

    occluder: Occluder
    x: float
    y: float
    turn: float
    scale: float

    def cover(self, draw: ImageDraw.ImageDraw, coarse: float) -> None:
        """Draw its outline in white into a picture that is smaller by `coarse`."""
        to = scaled(1 / coarse).after(self._units())
        for line in self.occluder.outline.under(to).outlines:
            draw.polygon(list(line), fill=255, outline=255, width=2)

    def painted(self, size: tuple[int, int], dice: Dice) -> tuple[Image.Image, tuple[int, int]]:
        """Return its drawing within a picture, and where its corner is."""
        left, top, right, bottom = self.occluder.outline.under(self._units()).box()
        margin = 4 + 3 * self.occluder.soft * 100 * self.scale
        x, y = max(0, round(left - margin)), max(0, round(top - margin))
        wide, high = min(size[0], round(right + margin)) - x, min(size[1], round(bottom + margin)) - y
        canvas = Canvas((max(1, wide), max(1, high)), moved(-x, -y).after(self._units()), fine=1)
        self.occluder.paint(canvas, dice)
        return canvas.cutout().image, (x, y)

    def _units(self) -> Affine:
        return moved(self.x, self.y).after(turned(self.turn)).after(scaled(self.scale)).after(moved(-50, 0))
