"""The ground truth of a photograph, from that of the scene."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import numpy as np
from PIL import Image, ImageChops

from m3bench_world.scenes.camera.geometry import Floats, Geometry
from m3bench_world.scenes.camera.sight import Shares, corners_of
from m3bench_world.scenes.layers import SEEN_FROM, StageThing
from m3bench_world.scenes.painting import Box
from m3bench_world.scenes.scene import Code, Point, Quad, Scene, Spot, TextLine, Thing

if TYPE_CHECKING:
    from m3bench_world.scenes.stage import Composition

Mark = TypeVar("Mark", TextLine, Code)
_SEEN = [0] * SEEN_FROM + [255] * (256 - SEEN_FROM)
_MARGIN = 3


@dataclass(frozen=True, eq=False)
class Photo:
    """How a photograph shows a scene: its geometry, and the mask of what is in the way."""

    geometry: Geometry
    scene_size: tuple[int, int]
    hidden: Image.Image | None

    def mask(self, shown: StageThing) -> Image.Image:
        """Return the visible pixels of a thing in the photograph."""
        return self._masked(shown, (0, 0, *self.scene_size), (0, 0, *self.geometry.size))

    def box(self, shown: StageThing, seen: Box) -> Box | None:
        """Return the bounding box of a thing's visible pixels, from its box in the scene."""
        area = self._around(seen)
        box = self._masked(shown, seen, area).point(_SEEN).getbbox() if area else None
        if area is None or box is None:
            return None
        return box[0] + area[0], box[1] + area[1], box[2] + area[0], box[3] + area[1]

    def point(self, x: float, y: float) -> tuple[Point, bool]:
        """Return where a point of the scene is, and whether it is in the frame with nothing in the way."""
        px, py = self.geometry.to_photo(np.array([x, y])).tolist()
        width, height = self.geometry.size
        inside = 0 <= px < width and 0 <= py < height
        cover = self.hidden.getpixel((int(px), int(py))) if inside and self.hidden else 0
        return (px, py), inside and isinstance(cover, int) and cover < SEEN_FROM

    def quads(self, quads: Sequence[Quad]) -> list[Quad]:
        """Return where quadrangles of the scene are."""
        corners = self.geometry.to_photo(np.array(quads).reshape(-1, 4, 2)).round(2).tolist()
        return [((a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])) for a, b, c, d in corners]

    def _masked(self, shown: StageThing, seen: Box, area: Box) -> Image.Image:
        mask = self.geometry.warp(shown.mask_in(seen), (seen[0], seen[1]), area)
        if self.hidden is None:
            return mask
        return ImageChops.multiply(mask, ImageChops.invert(self.hidden.crop(area)))

    def _around(self, box: Box) -> Box | None:
        """Return the part of the photograph that shows a box of the scene."""
        left, top, right, bottom = box
        xs, ys = np.linspace(left, right, 9), np.linspace(top, bottom, 9)
        points = self.geometry.to_photo(np.stack(np.meshgrid(xs, ys), axis=-1)).reshape(-1, 2)
        (x1, y1), (x2, y2) = np.floor(points.min(axis=0)), np.ceil(points.max(axis=0))
        width, height = self.geometry.size
        left, top = max(0, int(x1) - _MARGIN), max(0, int(y1) - _MARGIN)
        right, bottom = min(width, int(x2) + _MARGIN), min(height, int(y2) + _MARGIN)
        return (left, top, right, bottom) if left < right and top < bottom else None


def follow(composition: Composition, photo: Photo, shares: Shares) -> tuple[Scene, tuple[StageThing, ...]]:
    """Return the truth of the photograph, and the things that it shows."""
    scene = composition.scene
    pairs = [
        (shown, found)
        for shown, thing, share in zip(composition.shown, scene.things, shares.things, strict=True)
        if (found := _thing(shown, thing, float(share), photo))
    ]
    followed = msgspec.structs.replace(
        scene,
        size=photo.geometry.size,
        things=tuple(thing for _, thing in pairs),
        letterings=_marks(scene.letterings, shares.texts, photo),
        codes=_marks(scene.codes, shares.codes, photo),
        facts=_facts(scene, photo),
    )
    return followed, tuple(shown for shown, _ in pairs)


def _thing(shown: StageThing, thing: Thing, share: float, photo: Photo) -> Thing | None:
    box = photo.box(shown, thing.box)
    if box is None:
        return None
    spots = []
    for spot in thing.points:
        (x, y), clear = photo.point(spot.x, spot.y)
        spots.append(Spot(spot.name, round(x, 1), round(y, 1), spot.visible and clear))
    visible = thing.visible if share >= 0.999 else round(thing.visible * share, 3)
    return msgspec.structs.replace(thing, box=box, visible=visible, points=tuple(spots))


def _marks(marks: Sequence[Mark], shares: Floats, photo: Photo) -> tuple[Mark, ...]:
    quads = photo.quads([corners_of(mark) for mark in marks])
    found = [_mark(*measured, photo) for measured in zip(marks, shares.tolist(), quads, strict=True)]
    return tuple(mark for mark in found if mark)


def _mark(mark: Mark, share: float, quad: Quad, photo: Photo) -> Mark | None:
    width, height = photo.geometry.size
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    left, top = max(0, int(np.floor(min(xs)))), max(0, int(np.floor(min(ys))))
    right, bottom = min(width, int(np.ceil(max(xs)))), min(height, int(np.ceil(max(ys))))
    if left >= right or top >= bottom or share <= 0:
        return None
    visible = mark.visible if share >= 0.999 else round(mark.visible * share, 3)
    return msgspec.structs.replace(mark, box=(left, top, right, bottom), visible=visible, quad=quad)


def _facts(scene: Scene, photo: Photo) -> dict[str, Any]:
    """Return the facts. Those in pixels are where, and as large as, the photograph has them."""
    followed = dict(scene.facts)
    if "free" in followed:
        followed["free"] = _inner_box(followed["free"], photo)
    if "pixels_per_unit" in followed:
        followed["pixels_per_unit"] = round(followed["pixels_per_unit"] * _ruler_scale(scene, photo), 4)
    return followed


def _inner_box(box: Sequence[int], photo: Photo) -> list[int]:
    """Return the largest upright box within what the photograph shows of a box."""
    left, top, right, bottom = box
    ((a, b, c, d),) = photo.quads([((left, top), (right, top), (right, bottom), (left, bottom))])
    inner = [max(a[0], d[0]), max(a[1], b[1]), min(b[0], c[0]), min(c[1], d[1])]
    return [round(edge) for edge in inner]


def _ruler_scale(scene: Scene, photo: Photo) -> float:
    """Return how much larger the ruler is in the photograph, on average along the fish beside it."""
    boxes = {thing.label: thing.box for thing in scene.things}
    (left, _, right, _), (_, top, _, _) = boxes["fish"], boxes["ruler"]
    start, end = photo.geometry.to_photo(np.array([[left, top], [right, top]], dtype=np.float64)).tolist()
    return math.dist(start, end) / (right - left)
