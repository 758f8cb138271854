"""Curves, surfaces and vector fields."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from m3bench_world.servers.mcp_bench.scientific_computing.plots.canvas import (
    HEIGHT,
    INK,
    LINE,
    PALE,
    WIDTH,
    Sheet,
    Span,
    View,
    colours,
    ticks,
)

_LEFT, _TOP = 70, 40
_WIDE, _HIGH = WIDTH - _LEFT - 25, HEIGHT - _TOP - 55


def draw_curve(title: str, xs: Any, ys: Any, xlim: Span, ylim: Span) -> Image.Image:
    """Draw the part of a curve that lies in the window."""
    sheet = Sheet(title)
    # The window is a picture of its own, which cuts off what lies outside.
    window = Image.new("RGB", (_WIDE, _HIGH), "white")
    draw = ImageDraw.Draw(window)

    def across(value: Any) -> Any:
        return (value - xlim[0]) / (xlim[1] - xlim[0]) * (_WIDE - 1)

    def down(value: Any) -> Any:
        return (ylim[1] - value) / (ylim[1] - ylim[0]) * (_HIGH - 1)

    for tick in ticks(xlim):
        draw.line([(across(tick), 0), (across(tick), _HIGH)], fill=PALE)
        sheet.write(_LEFT + across(tick), _TOP + _HIGH + 14, f"{tick:.4g}")
    for tick in ticks(ylim):
        draw.line([(0, down(tick)), (_WIDE, down(tick))], fill=PALE)
        sheet.write(_LEFT - 8, _TOP + down(tick), f"{tick:.4g}", "rm")
    for run in _runs(ys, ylim):
        points = [(float(x), float(y)) for x, y in zip(across(xs[run]), down(ys[run]), strict=True)]
        draw.line(points, fill=LINE, width=3, joint="curve")
    sheet.image.paste(window, (_LEFT, _TOP))
    sheet.draw.rectangle([_LEFT - 1, _TOP - 1, _LEFT + _WIDE, _TOP + _HIGH], outline=INK)
    sheet.write(_LEFT + _WIDE / 2, HEIGHT - 16, "x")
    return sheet.image


def _runs(ys: Any, ylim: Span) -> list[slice]:
    """Return the stretches without gaps; a jump across the whole window is a gap, as at a pole."""
    height = ylim[1] - ylim[0]
    near = np.isfinite(ys) & (np.abs(ys - sum(ylim) / 2) <= 4 * height)
    steps = np.abs(np.diff(np.where(near, ys, 0.0)))
    joined = near[:-1] & near[1:] & (steps <= 2 * height)
    starts = [0, *(np.flatnonzero(~joined) + 1).tolist(), len(ys)]
    pieces = (slice(start, end) for start, end in pairwise(starts))
    return [piece for piece in pieces if piece.stop - piece.start > 1]


def draw_field(title: str, places: Any, vectors: Any, spans: tuple[Span, Span, Span]) -> Image.Image:
    """Draw arrows from the farthest to the nearest. Colour and length tell the size of a vector.

    Args:
        title: Text above the picture.
        places: Points of the grid, three rows.
        vectors: Vectors there, three rows; those that are not finite are left out.
        spans: The box.
    """
    sheet = Sheet(title)
    view = View(spans)
    view.draw_box(sheet)
    sizes = np.linalg.norm(vectors, axis=0)
    largest = float(sizes[np.isfinite(sizes)].max()) or 1.0
    cell = np.array([[high - low] for low, high in spans]) / max(2.0, round(places.shape[1] ** (1 / 3)))
    ends = places + np.nan_to_num(vectors) / largest * cell * 0.9
    right, down, near = view.project(*places)
    tip_right, tip_down, _ = view.project(*ends)
    shades = colours(np.nan_to_num(sizes, posinf=0) / largest)
    for place in np.argsort(near, kind="stable").tolist():
        if np.isfinite(sizes[place]):
            start = (float(right[place]), float(down[place]))
            _arrow(sheet, start, (float(tip_right[place]), float(tip_down[place])), shades[place])
    view.label(sheet)
    return sheet.image


def _arrow(
    sheet: Sheet, start: tuple[float, float], end: tuple[float, float], shade: tuple[int, int, int]
) -> None:
    across, along = end[0] - start[0], end[1] - start[1]
    length = float(np.hypot(across, along))
    sheet.draw.line([start, end], fill=shade, width=2)
    if length < 4:
        return
    head = min(6.0, length * 0.4) / length
    foot = (end[0] - across * head, end[1] - along * head)
    half = (-along * head * 0.45, across * head * 0.45)
    sides = [(foot[0] + half[0], foot[1] + half[1]), (foot[0] - half[0], foot[1] - half[1])]
    sheet.draw.polygon([end, *sides], fill=shade)


MOST_CELLS = 70


def draw_surface(title: str, values: Any, xlim: Span, ylim: Span) -> Image.Image:
    """Draw the cells of a grid from the farthest to the nearest. `values` has a row for each y."""
    sheet = Sheet(title)
    xs, ys = np.linspace(*xlim, values.shape[1]), np.linspace(*ylim, values.shape[0])
    view = View((xlim, ylim, value_span(values)))
    view.draw_box(sheet)
    grid_x, grid_y = np.meshgrid(xs, ys)
    right, down, near = view.project(grid_x, grid_y, np.nan_to_num(values, posinf=0, neginf=0))
    corners = [values[:-1, :-1], values[:-1, 1:], values[1:, 1:], values[1:, :-1]]
    heights = np.mean(corners, axis=0)
    low, high = view.spans[2]
    shades = colours(((np.nan_to_num(heights, posinf=0, neginf=0) - low) / (high - low)).ravel())
    depths = near[:-1, :-1] + near[1:, 1:]
    for place in np.argsort(depths, axis=None, kind="stable").tolist():
        row, column = divmod(place, heights.shape[1])
        if not np.isfinite(heights[row, column]):
            continue
        ring = ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column))
        points = [(float(right[corner]), float(down[corner])) for corner in ring]
        red, green, blue = shades[place]
        edge = (red * 3 // 4, green * 3 // 4, blue * 3 // 4)
        sheet.draw.polygon(points, fill=(red, green, blue), outline=edge)
    view.label(sheet)
    return sheet.image


def value_span(values: Any) -> Span:
    """Return the lowest and highest finite value, opened where they are equal."""
    finite = values[np.isfinite(values)]
    low, high = float(finite.min()), float(finite.max())
    margin = max(abs(low), abs(high), 1.0) * 1e-9
    return (low, high) if high - low > margin else (low - 1, high + 1)
