"""Composition of a scene: a backdrop, cutouts at positions and depths, and the ground truth.

    def compose(stage: Stage) -> None:
        stage.backdrop = textures.wood(stage.size, stage.dice)
        cup = stage.cut("cup", height=120, turn=stage.dice.between(-8, 8), colour="blue")
        stage.put(cup, 400, 420, depth=420, anchor="foot", shadow="ground")

`put` refuses (gives None) where the new thing, or one that it covers, would be less visible than it must:
try another place or leave it out. What is counted is what was put.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from PIL import Image, ImageChops

from m3bench.core import Art
from m3bench_world.scenes import sprites
from m3bench_world.scenes.contours import Polygon, trace
from m3bench_world.scenes.layers import (
    LEAST_VISIBLE,
    SEEN_FROM,
    Layer,
    StageThing,
    hide,
    in_frame,
    overlap,
    shift_box,
    total,
)
from m3bench_world.scenes.painting import Box, Cutout, Dice, Lens, Look, Mark, Shadow, cast
from m3bench_world.scenes.photographs import Light, cast_shadow
from m3bench_world.scenes.photographs import cut as cut_photograph
from m3bench_world.scenes.scene import Code, Quad, Scene, Spot, TextLine, Thing
from m3bench_world.settings import Settings
from m3bench_world.world import World

if TYPE_CHECKING:
    from m3bench_world.scenes.camera import Photo


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


Surface = Literal["view", "paper", "screen", "print", "phone"]
"""What a camera has before it: a view, a sheet of paper in a view, a screen, a printed picture, a phone."""
Anchor = Literal["centre", "foot", "corner"]


@dataclass(frozen=True)
class Composition:
    """A finished scene before encoding, for training, tests and contact sheets."""

    scene: Scene
    image: Image.Image
    shown: tuple[StageThing, ...]
    layers: tuple[Layer, ...] = ()
    """All that was painted, from back to front."""
    surface: Surface = "view"
    photo: Photo | None = None
    """How a camera took it, unless it is a drawing."""

    def mask(self, index: int) -> Image.Image:
        """Return the visible pixels of `scene.things[index]`."""
        if self.photo:
            return self.photo.mask(self.shown[index])
        return self.shown[index].mask(self.scene.size)

    def outlines(self, index: int) -> tuple[Polygon, ...]:
        """Return the outlines of the visible part of `scene.things[index]`.

        A polygon within another one is a hole (the even-odd rule).
        """
        return trace(self.mask(index))


class Stage:
    """A scene under construction.

    `dice` makes every random choice; `world` has names and facts. Set `size`, `backdrop`, `lens`, `surface`,
    `facts` and the `light` of photographs as needed.
    """

    def __init__(
        self,
        world: World,
        kind: str,
        number: int,
        art: Art = Art.DRAWN,
        settings: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self.world, self.kind, self.number, self.art = world, kind, number, art
        self.settings = Settings(f"scenes of the kind {kind}", settings)
        self.dice = Dice(world.chance.stream("scene", kind, number))
        self.size = (800, 600)
        self.backdrop: Image.Image | None = None
        self.facts: dict[str, Any] = {}
        self.lens = Lens.drawn(Dice(self.dice.branch()))
        self.light = Light()
        self.surface: Surface = "view"
        self._layers: list[Layer] = []
        self._shown: list[StageThing] = []

    def cut(
        self,
        label: str,
        *,
        size: float | None = None,
        width: float | None = None,
        height: float | None = None,
        turn: float = 0,
        flip: bool | None = None,
        **wishes: str,
    ) -> Cutout:
        """Draw a sprite by its longer side, width or height in pixels, mirrored at random by default.

        `wishes` fix named choices of the sprite, such as its colour.
        """
        mirrored = self.dice.happens(0.5) if flip is None else flip
        look = Look(self.dice.branch(), **wishes)
        if self.art is Art.PHOTOGRAPHS:
            sides = {"size": size, "width": width, "height": height}
            return cut_photograph(label, look, self.light, **sides, turn=turn, flip=mirrored)
        return sprites.cut(label, look, size=size, width=width, height=height, turn=turn, flip=mirrored)

    def put(
        self,
        cutout: Cutout,
        x: float,
        y: float,
        *,
        depth: float = 0,
        anchor: Anchor = "centre",
        shadow: Shadow | None = None,
        least: float = 0.5,
        piece_of: StageThing | None = None,
        solid: bool = True,
    ) -> Layer | None:
        """Put a cutout at a place, in front of things with a smaller `depth`, or put earlier at the same one.

        `piece_of` adds it to an existing thing: the front of a bowl, or a helmet of a person, which is also a
        thing if the cutout has a label. Returns None and changes nothing if it, or a thing behind it, would
        be visible by less than its `least`.
        """
        left, top = _corner(cutout.size, x, y, anchor)
        layer = self._layer(cutout.image, left, top, depth, solid=solid)
        layer.marks = cutout.marks
        clears = self._clears_with(layer)
        new = _stage_things(cutout, layer, max(least, LEAST_VISIBLE))
        if piece_of is not None:
            piece_of.pieces.append((layer, layer.alpha))
        if not self._enough_left([*new, *self._shown], clears):
            if piece_of is not None:
                piece_of.pieces.pop()
            return None
        for changed, clear in clears.items():
            changed.clear = clear
        if shadow:
            image, box = self._shadow(cutout, left, top, shadow)
            self._layers.append(self._layer(image, box[0], box[1], depth, solid=False))
            layer.order += 1
        self._layers.append(layer)
        self._shown.extend(new)
        return layer

    def thing_of(self, layer: Layer) -> StageThing:
        """Return the labelled thing of a layer."""
        return next(shown for shown in self._shown if any(piece is layer for piece, _ in shown.pieces))

    def count(self, label: str) -> int:
        """Return the number of things with this label so far."""
        return sum(shown.label == label for shown in self._shown)

    def finish(self) -> Composition:
        """Return the picture and its ground truth."""
        self.settings.require_known()
        layers = sorted(self._layers, key=lambda layer: (layer.depth, layer.order))
        shown = sorted(self._shown, key=lambda one: max(layers.index(layer) for layer, _ in one.pieces))
        pairs = [(one, thing) for one in shown if (thing := thing_of(one))]
        marks = [
            seen for layer in layers for mark in layer.marks if (seen := seen_mark(layer, mark, self.size))
        ]
        scene = Scene(
            kind=self.kind,
            number=self.number,
            size=self.size,
            things=tuple(thing for _, thing in pairs),
            letterings=tuple(TextLine(*mark[1:]) for mark in marks if mark.kind == "text"),
            codes=tuple(Code(*mark) for mark in marks if mark.kind != "text"),
            facts=self.facts,
        )
        picture = self.lens.develop(self._painted(layers), Dice(self.dice.branch()))
        return Composition(scene, picture, tuple(one for one, _ in pairs), tuple(layers), self._surface())

    def _surface(self) -> Surface:
        """Return what a camera has before it. Only screens and slides are drawn without a lens."""
        return "screen" if self.surface == "view" and self.lens == Lens.clean() else self.surface

    def _shadow(self, cutout: Cutout, left: int, top: int, shadow: Shadow) -> tuple[Image.Image, Box]:
        if self.art is Art.PHOTOGRAPHS:
            return cast_shadow(cutout, left, top, shadow, self.light)
        return cast(cutout, left, top, shadow)

    def _painted(self, layers: list[Layer]) -> Image.Image:
        picture = (self.backdrop or Image.new("RGB", self.size, (235, 235, 235))).convert("RGB").copy()
        if picture.size != self.size:
            raise ValueError(f"the backdrop is {picture.size}, the stage {self.size}")
        for layer in layers:
            picture.paste(layer.image, (layer.left, layer.top), layer.image)
        return picture

    def _layer(self, image: Image.Image, left: int, top: int, depth: float, *, solid: bool) -> Layer:
        box = (left, top, left + image.width, top + image.height)
        return Layer(image, left, top, depth, len(self._layers), solid, in_frame(box, self.size))

    def _clears_with(self, new: Layer) -> dict[Layer, Image.Image]:
        """Return the `clear` of the new layer and of those behind it."""
        clears = {new: new.clear}
        for layer in self._layers:
            if overlap(layer.box, new.box) is None:
                continue
            if layer.before(new):
                if layer.solid:
                    clears[new] = hide(clears[new], new, layer)
            elif new.solid:
                clears[layer] = hide(layer.clear, layer, new)
        return clears

    @staticmethod
    def _enough_left(shown: list[StageThing], clears: dict[Layer, Image.Image]) -> bool:
        touched = [one for one in shown if any(layer in clears for layer, _ in one.pieces)]
        return all(one.share(clears) >= one.least for one in touched)


def _corner(size: tuple[int, int], x: float, y: float, anchor: Anchor) -> tuple[int, int]:
    if anchor == "corner":
        return round(x), round(y)
    return round(x - size[0] / 2), round(y - (size[1] if anchor == "foot" else size[1] / 2))


def _stage_things(cutout: Cutout, layer: Layer, least: float) -> list[StageThing]:
    """Return the thing of a cutout, and its labelled parts."""
    found = []
    if cutout.label:
        points = [(layer, name, x, y) for name, (x, y) in cutout.points.items()]
        found.append(StageThing(cutout.label, cutout.attributes, least, [(layer, layer.alpha)], points))
    found += [StageThing(part.label, part.attributes, least, [(layer, part.mask)]) for part in cutout.parts]
    return found
