"""From layers on a stage to the ground truth of the picture."""

from __future__ import annotations

import math
from typing import NamedTuple

from PIL import ImageChops

from m3bench_world.scenes.layers import SEEN_FROM, Layer, StageThing, overlap, shift_box, total
from m3bench_world.scenes.painting import Box, Mark
from m3bench_world.scenes.scene import Quad, Spot, Thing


class SeenMark(NamedTuple):
    kind: str
    text: str
    box: Box
    visible: float
    quad: Quad


def thing_of(shown: StageThing) -> Thing | None:
    """Return the visible thing, or None if it is completely hidden."""
    box = shown.seen_box()
    if box is None:
        return None
    spots = tuple(_spot(layer, name, x, y) for layer, name, x, y in shown.points)
    return Thing(shown.label, box, round(shown.share({}), 3), shown.attributes, spots)


def seen_mark(layer: Layer, mark: Mark, size: tuple[int, int]) -> SeenMark | None:
    """Return a text or a code clipped to the picture, with its visible share, or None."""
    left, top, right, bottom = mark.box
    on_layer = (math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom))
    within = overlap(on_layer, (0, 0, *layer.image.size))
    framed = overlap(shift_box(on_layer, layer.left, layer.top), (0, 0, *size))
    if within is None or framed is None:
        return None
    alpha = layer.alpha.crop(within)
    seen = total(ImageChops.multiply(alpha, layer.clear.crop(within))) / max(1, total(alpha))
    if seen <= 0:
        return None
    a, b, c, d = ((round(x + layer.left, 2), round(y + layer.top, 2)) for x, y in mark.corners)
    return SeenMark(mark.kind, mark.text, framed, round(seen, 3), (a, b, c, d))


def _spot(layer: Layer, name: str, x: float, y: float) -> Spot:
    column, row = math.floor(x), math.floor(y)
    inside = 0 <= column < layer.clear.width and 0 <= row < layer.clear.height
    level = layer.clear.getpixel((column, row)) if inside else 0
    clear = isinstance(level, int) and level >= SEEN_FROM
    return Spot(name, round(layer.left + x, 1), round(layer.top + y, 1), clear)
