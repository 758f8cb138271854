"""A function of x and y as a surface."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image

from m3bench_world.servers.mcp_bench.scientific_computing.plots.canvas import Sheet, Span, View, colours

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
        points = [(float(right[each]), float(down[each])) for each in ring]
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
