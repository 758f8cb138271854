"""A vector field as arrows in a box."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image

from m3bench_world.servers.mcp_bench.scientific_computing.plots.canvas import Sheet, Span, View, colours


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
