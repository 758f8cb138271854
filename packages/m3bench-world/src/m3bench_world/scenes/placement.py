"""Placement of things: scattered over an area, or side by side on a line."""

from __future__ import annotations

from typing import NamedTuple

from m3bench_world.scenes.layers import Layer
from m3bench_world.scenes.painting import Cutout, Shadow
from m3bench_world.scenes.stage import Anchor, Stage


class Area(NamedTuple):
    """Area for the anchor of a thing."""

    left: float
    top: float
    right: float
    bottom: float


def scatter(
    stage: Stage,
    cutout: Cutout,
    area: Area,
    *,
    anchor: Anchor = "foot",
    shadow: Shadow | None = "ground",
    least: float = 0.6,
    tries: int = 12,
    depth: float | None = None,
) -> Layer | None:
    """Put a cutout at a random place in the area, nearer the lower it is.

    Returns None if there is no room.
    """
    for _ in range(tries):
        x = stage.dice.between(area.left, area.right)
        y = stage.dice.between(area.top, area.bottom)
        near = y if depth is None else depth
        layer = stage.put(cutout, x, y, depth=near, anchor=anchor, shadow=shadow, least=least)
        if layer:
            return layer
    return None


def row(
    stage: Stage,
    cutouts: list[Cutout],
    left: float,
    right: float,
    foot: float,
    *,
    depth: float = 0,
    shadow: Shadow | None = "ground",
) -> list[Layer]:
    """Put cutouts side by side on a line, evenly spaced; those without room are left out."""
    room = right - left
    fitting: list[Cutout] = []
    for cutout in cutouts:
        if sum(one.size[0] for one in fitting) + cutout.size[0] <= room:
            fitting.append(cutout)
    gap = (room - sum(one.size[0] for one in fitting)) / (len(fitting) + 1)
    layers = []
    x = left + gap
    for cutout in fitting:
        centre = x + cutout.size[0] / 2
        layers.append(stage.put(cutout, centre, foot, depth=depth, anchor="foot", shadow=shadow))
        x += cutout.size[0] + gap
    return [layer for layer in layers if layer]
