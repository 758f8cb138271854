"""Parts of buildings: openings, rows of arches and windows, columns, domes, spires, lattice."""

from __future__ import annotations

from m3bench_world.scenes.painting.brush import tube
from m3bench_world.scenes.painting.canvas import Canvas
from m3bench_world.scenes.painting.fills import Linear, Paint, Radial, across, darker, lighter
from m3bench_world.scenes.painting.shapes import Shape, path, polygon, rect


def opening(x: float, top: float, wide: float, high: float) -> Shape:
    """A round-arched opening around the line `x`."""
    left, right, bottom = x - wide / 2, x + wide / 2, top + high
    rise = min(wide / 2, high * 0.7)
    return path(
        f"M{left} {bottom} L{left} {top + rise} C {left} {top - rise * 0.33} {right} {top - rise * 0.33} "
        f"{right} {top + rise} L{right} {bottom} Z"
    )


def pointed(x: float, top: float, wide: float, high: float) -> Shape:
    """A pointed opening, as of mosques and cathedrals."""
    left, right, bottom = x - wide / 2, x + wide / 2, top + high
    rise = min(wide * 0.7, high * 0.6)
    return path(
        f"M{left} {bottom} L{left} {top + rise} C {left} {top + rise * 0.45} "
        f"{x - wide * 0.14} {top + rise * 0.2} {x} {top} "
        f"C {x + wide * 0.14} {top + rise * 0.2} {right} {top + rise * 0.45} {right} {top + rise} "
        f"L{right} {bottom} Z"
    )


def many(shapes: list[Shape]) -> Shape:
    return Shape(tuple(outline for shape in shapes for outline in shape.outlines))


def spaced(left: float, right: float, count: int) -> list[float]:
    """Middles of `count` equal parts."""
    step = (right - left) / count
    return [left + step * (index + 0.5) for index in range(count)]


def arches(
    canvas: Canvas, box: tuple[float, float, float, float], count: int, fill: Paint, *, share: float = 0.6
) -> None:
    """A row of round arches in a box (left, top, right, bottom)."""
    left, top, right, bottom = box
    wide = (right - left) / count * share
    canvas.fill(many([opening(x, top, wide, bottom - top) for x in spaced(left, right, count)]), fill)


def windows(
    canvas: Canvas,
    box: tuple[float, float, float, float],
    grid: tuple[int, int],
    fill: Paint,
    *,
    share: float = 0.55,
) -> None:
    """A grid (across, down) of plain windows in a box."""
    left, top, right, bottom = box
    wide, high = (right - left) / grid[0] * share, (bottom - top) / grid[1] * (share + 0.1)
    shapes = [
        rect(x - wide / 2, y - high / 2, wide, high)
        for x in spaced(left, right, grid[0])
        for y in spaced(top, bottom, grid[1])
    ]
    canvas.fill(many(shapes), fill)


def columns(
    canvas: Canvas, box: tuple[float, float, float, float], count: int, stone: Paint, *, wide: float
) -> None:
    """Columns with heads and feet, from edge to edge of a box."""
    left, top, right, bottom = box
    for x in spaced(left, right, count):
        tube(canvas, rect(x - wide / 2, top, wide, bottom - top), stone, edge=0.4)
        canvas.fill(rect(x - wide * 0.75, top, wide * 1.5, wide * 0.5), lighter(stone, 0.15))
        canvas.fill(rect(x - wide * 0.75, bottom - wide * 0.5, wide * 1.5, wide * 0.5), lighter(stone, 0.05))


def wall(canvas: Canvas, shape: Shape, stone: Paint, *, edge: float = 0.6) -> None:
    """A plane in the light from the left."""
    left, _, right, _ = shape.box()
    canvas.fill(shape, across(left, right, lighter(stone, 0.14), stone, darker(stone, 0.2)))
    if edge:
        canvas.stroke(shape, darker(stone, 0.45), edge, closed=True)


def courses(canvas: Canvas, shape: Shape, step: float, colour: Paint, *, width: float = 0.4) -> None:
    """Level lines across a wall."""
    left, top, right, bottom = shape.box()
    with canvas.inside(shape):
        y = top + step
        while y < bottom:
            canvas.line((left, y), (right, y), colour=colour, width=width)
            y += step


def dome(canvas: Canvas, at: tuple[float, float], wide: float, high: float, colour: Paint) -> None:
    """A round dome over the middle of its foot."""
    x, foot = at
    shape = path(
        f"M{x - wide / 2} {foot} C {x - wide / 2} {foot - high * 1.32} {x + wide / 2} {foot - high * 1.32} "
        f"{x + wide / 2} {foot} Z"
    )
    _rounded(canvas, shape, colour)


def onion(canvas: Canvas, at: tuple[float, float], wide: float, high: float, colour: Paint) -> Shape:
    """Draw an onion dome. Returns its shape, for patterns."""
    x, foot = at
    half = wide / 2
    neck = half * 0.72
    shape = path(
        f"M{x - neck} {foot} C {x - half * 1.35} {foot - high * 0.32} {x - half * 0.95} {foot - high * 0.68} "
        f"{x - half * 0.22} {foot - high * 0.84} Q {x - half * 0.04} {foot - high * 0.9} {x} {foot - high} "
        f"Q {x + half * 0.04} {foot - high * 0.9} {x + half * 0.22} {foot - high * 0.84} "
        f"C {x + half * 0.95} {foot - high * 0.68} {x + half * 1.35} {foot - high * 0.32} {x + neck} {foot} Z"
    )
    _rounded(canvas, shape, colour)
    return shape


def _rounded(canvas: Canvas, shape: Shape, colour: Paint) -> None:
    left, top, right, bottom = shape.box()
    wide, high = right - left, bottom - top
    stops = [(0, lighter(colour, 0.45)), (0.5, colour), (1, darker(colour, 0.35))]
    canvas.fill(shape, Radial((left + wide * 0.33, top + high * 0.4), wide * 0.75, stops, high * 0.9))
    canvas.stroke(shape, darker(colour, 0.5), 0.6, closed=True)


def spire(canvas: Canvas, x: float, rows: tuple[float, float], wide: float, colour: Paint) -> None:
    """A pointed roof from its top to its foot, lit from the left."""
    top, foot = rows
    canvas.fill(polygon((x, top), (x - wide / 2, foot), (x + wide / 2, foot)), darker(colour, 0.18))
    canvas.fill(polygon((x, top), (x - wide / 2, foot), (x + wide * 0.08, foot)), lighter(colour, 0.16))
    canvas.stroke(
        polygon((x, top), (x - wide / 2, foot), (x + wide / 2, foot)), darker(colour, 0.5), 0.5, closed=True
    )


def tower(canvas: Canvas, x: float, rows: tuple[float, float], wide: float, stone: Paint) -> None:
    """A round or square shaft from its top to its foot."""
    top, foot = rows
    tube(canvas, rect(x - wide / 2, top, wide, foot - top), stone, contrast=0.24, edge=0.6)


def lattice(
    canvas: Canvas, shape: Shape, colour: Paint, step: float, *, width: float = 0.5, veil: float = 0.45
) -> None:
    """Crossed bars within a shape through which some of the sky shows."""
    left, top, right, bottom = shape.box()
    canvas.fill(
        shape,
        Linear((left, top), (right, top), [(0, lighter(colour, 0.15)), (1, darker(colour, 0.2))]),
        opacity=veil,
    )
    high = bottom - top
    with canvas.inside(shape):
        x = left - high
        while x < right + high:
            canvas.line((x, bottom), (x + high, top), colour=colour, width=width)
            canvas.line((x, top), (x + high, bottom), colour=colour, width=width)
            x += step
    canvas.stroke(shape, darker(colour, 0.15), width * 1.6, closed=True)
