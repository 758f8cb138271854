"""Layers in depth: occlusion and visibility of things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from PIL import Image, ImageChops

from m3bench_world.scenes.painting import Box, Mark

LEAST_VISIBLE = 0.35
"""Minimum visible share of every labelled thing."""
SEEN_FROM = 64
"""Minimum opacity (of 255) of a pixel that belongs to a thing's box."""
_SEEN = [0] * SEEN_FROM + [255] * (256 - SEEN_FROM)


@dataclass(eq=False)
class Layer:
    """One cutout at its place. `clear` is the visible share of each pixel."""

    image: Image.Image
    left: int
    top: int
    depth: float
    order: int
    solid: bool
    """Whether it hides things behind it; shadows and light do not."""
    clear: Image.Image
    marks: tuple[Mark, ...] = ()

    @property
    def box(self) -> Box:
        return self.left, self.top, self.left + self.image.width, self.top + self.image.height

    @property
    def alpha(self) -> Image.Image:
        return self.image.getchannel("A")

    def before(self, other: Layer) -> bool:
        """Return whether this layer is in front of another."""
        return (self.depth, self.order) > (other.depth, other.order)


@dataclass(eq=False)
class StageThing:
    """A thing on the stage, made of one or more pieces: a layer and a mask of the thing's pixels."""

    label: str
    attributes: dict[str, str]
    least: float
    pieces: list[tuple[Layer, Image.Image]] = field(default_factory=list)
    points: list[tuple[Layer, str, float, float]] = field(default_factory=list)
    kept: float = 0.0
    """Minimum share of its visible part that a camera must keep, such as 1 for what is measured."""

    def whole(self) -> int:
        """Return its pixels (in 255ths) if nothing hid it."""
        if len(self.pieces) == 1:
            return total(self.pieces[0][1])
        left, top, right, bottom = union_box([layer.box for layer, _ in self.pieces])
        union = Image.new("L", (right - left, bottom - top))
        for layer, mask in self.pieces:
            _lighten(union, mask, layer.left - left, layer.top - top)
        return total(union)

    def share(self, clears: dict[Layer, Image.Image]) -> float:
        """Return the visible share, with `clears` overriding the `clear` of some layers."""
        seen = sum(
            total(ImageChops.multiply(mask, clears.get(layer, layer.clear))) for layer, mask in self.pieces
        )
        return seen / max(1, self.whole())

    def mask(self, size: tuple[int, int]) -> Image.Image:
        """Return its visible pixels in the picture."""
        return self.mask_in((0, 0, *size))

    def mask_in(self, box: Box) -> Image.Image:
        """Return its visible pixels within a box."""
        picture = Image.new("L", (box[2] - box[0], box[3] - box[1]))
        for layer, mask in self.pieces:
            seen = ImageChops.multiply(mask, layer.clear)
            _lighten(picture, seen, layer.left - box[0], layer.top - box[1])
        return picture

    def seen_box(self) -> Box | None:
        boxes = list(self._seen_boxes())
        return union_box(boxes) if boxes else None

    def _seen_boxes(self) -> Iterator[Box]:
        for layer, mask in self.pieces:
            seen = ImageChops.multiply(mask, layer.clear).point(_SEEN).getbbox()
            if seen:
                yield shift_box(seen, layer.left, layer.top)


def total(mask: Image.Image) -> int:
    return int(np.asarray(mask).sum(dtype=np.int64))


def union_box(boxes: list[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def overlap(first: Box, second: Box) -> Box | None:
    left, top = max(first[0], second[0]), max(first[1], second[1])
    right, bottom = min(first[2], second[2]), min(first[3], second[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def shift_box(box: Box, left: int, top: int) -> Box:
    return box[0] + left, box[1] + top, box[2] + left, box[3] + top


def in_frame(layer_box: Box, size: tuple[int, int]) -> Image.Image:
    """Return the `clear` of a layer that only the picture's frame clips."""
    clear = Image.new("L", (layer_box[2] - layer_box[0], layer_box[3] - layer_box[1]))
    seen = overlap(layer_box, (0, 0, *size))
    if seen:
        clear.paste(255, shift_box(seen, -layer_box[0], -layer_box[1]))
    return clear


def hide(clear: Image.Image, back: Layer, front: Layer) -> Image.Image:
    """Return the rest of `clear` behind a solid layer in front."""
    common = overlap(back.box, front.box)
    if common is None:
        return clear
    here = shift_box(common, -back.left, -back.top)
    veil = ImageChops.invert(front.alpha.crop(shift_box(common, -front.left, -front.top)))
    left = clear.copy()
    left.paste(ImageChops.multiply(clear.crop(here), veil), here[:2])
    return left


def _lighten(picture: Image.Image, mask: Image.Image, left: int, top: int) -> None:
    seen = overlap((left, top, left + mask.width, top + mask.height), (0, 0, *picture.size))
    if seen:
        piece = mask.crop(shift_box(seen, -left, -top))
        picture.paste(ImageChops.lighter(picture.crop(seen), piece), seen[:2])
