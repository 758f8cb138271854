"""A function of x as a curve."""

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
