"""Common sprite elements: rounded bodies, leaves, highlights."""

from __future__ import annotations

from m3bench_world.scenes.painting.canvas import Canvas, Drawable
from m3bench_world.scenes.painting.fills import Linear, Paint, Radial, darker, lighter
from m3bench_world.scenes.painting.shapes import Shape, ellipse, path


def body(
    canvas: Canvas, shape: Drawable, colour: Paint, *, contrast: float = 0.35, edge: float = 1.2
) -> None:
    """Paint a round solid: light from the upper left, a darker edge."""
    found = path(shape) if isinstance(shape, str) else shape
    left, top, right, bottom = found.box()
    wide, high = right - left, bottom - top
    centre = (left + wide * 0.34, top + high * 0.3)
    stops = [(0, lighter(colour, contrast)), (0.45, colour), (1, darker(colour, contrast))]
    canvas.fill(found, Radial(centre, wide * 0.78, stops, high * 0.82))
    if edge:
        canvas.stroke(found, darker(colour, 0.45), edge, closed=True)


def panel(
    canvas: Canvas, shape: Drawable, colour: Paint, *, contrast: float = 0.16, edge: float = 1.2
) -> None:
    """Paint a flat panel: slightly lighter above than below, with an edge."""
    found = path(shape) if isinstance(shape, str) else shape
    left, top, right, bottom = found.box()
    stops = [(0, lighter(colour, contrast)), (1, darker(colour, contrast))]
    canvas.fill(found, Linear((left, top), (left + (right - left) * 0.25, bottom), stops))
    if edge:
        canvas.stroke(found, darker(colour, 0.45), edge, closed=True)


def tube(
    canvas: Canvas, shape: Drawable, colour: Paint, *, contrast: float = 0.32, edge: float = 1.2
) -> None:
    """Paint an upright cylinder: a light stripe left of its middle, dark towards both sides."""
    found = path(shape) if isinstance(shape, str) else shape
    left, _, right, _ = found.box()
    dark, light = darker(colour, contrast), lighter(colour, contrast)
    stops = [(0, darker(colour, contrast * 0.6)), (0.28, light), (0.55, colour), (1, dark)]
    canvas.fill(found, Linear((left, 0), (right, 0), stops))
    if edge:
        canvas.stroke(found, darker(colour, 0.45), edge, closed=True)


def shine(canvas: Canvas, x: float, y: float, across: float, down: float, *, turn: float = 0) -> None:
    """Paint a soft highlight."""
    with canvas.moved(x, y, turn=turn):
        canvas.glow(0, 0, across, down, "#ffffff", opacity=0.75)


def leaf(
    canvas: Canvas, x: float, y: float, length: float, *, wide: float, turn: float, colour: Paint = "#4c8c2b"
) -> None:
    """Paint a pointed leaf with a vein, from its stalk at (x, y), to the right before rotation."""
    half = wide / 2
    with canvas.moved(x, y, turn=turn):
        outline = (
            f"M0 0 C {length * 0.25} {-half * 1.3} {length * 0.7} {-half * 1.2} {length} 0 "
            f"C {length * 0.7} {half * 1.2} {length * 0.25} {half * 1.3} 0 0 Z"
        )
        canvas.fill(
            outline, Linear((0, -half), (0, half), [(0, lighter(colour, 0.18)), (1, darker(colour, 0.2))])
        )
        canvas.stroke(outline, darker(colour, 0.4), 1, closed=True)
        canvas.line((0, 0), (length * 0.85, 0), colour=darker(colour, 0.25), width=1)


def grounded(canvas: Canvas, shape: Shape, *, opacity: float = 0.25) -> None:
    """Darken the lower part of a shape that stands on something."""
    left, top, right, bottom = shape.box()
    with canvas.inside(shape):
        middle, wide, high = (left + right) / 2, right - left, bottom - top
        canvas.soft(
            ellipse(middle + wide * 0.1, bottom, wide * 0.6, high * 0.22), "#000000", opacity, high * 0.07
        )
