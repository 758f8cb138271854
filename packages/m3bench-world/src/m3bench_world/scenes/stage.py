"""Composition of a scene: a backdrop, cutouts at positions and depths, and the ground truth.

    def compose(stage: Stage) -> None:
        stage.backdrop = textures.wood(stage.size, stage.dice)
        cup = stage.cut("cup", height=120, turn=stage.dice.between(-8, 8), colour="blue")
        stage.put(cup, 400, 420, depth=420, anchor="foot", shadow="ground")

`put` refuses (gives None) where the new thing, or one that it covers, would be less visible than it must:
try another place or leave it out. What is counted is what was put.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from PIL import Image

from m3bench.core import Art
from m3bench_world.scenes import sprites
from m3bench_world.scenes.contours import Polygon, trace
from m3bench_world.scenes.layers import LEAST_VISIBLE, Layer, StageThing, hide, in_frame, overlap
from m3bench_world.scenes.painting import Box, Cutout, Dice, Lens, Look, Shadow, cast
from m3bench_world.scenes.photographs import Light, cast_shadow
from m3bench_world.scenes.photographs import cut as cut_photograph
from m3bench_world.scenes.scene import Code, Scene, TextLine
from m3bench_world.scenes.truth import seen_mark, thing_of

if TYPE_CHECKING:
    from m3bench_world.scenes.camera import Photo
    from m3bench_world.world import World

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

    def __init__(self, world: World, kind: str, number: int, art: Art = Art.DRAWN) -> None:
        self.world, self.kind, self.number, self.art = world, kind, number, art
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
        for other in self._layers:
            if overlap(other.box, new.box) is None:
                continue
            if other.before(new):
                if other.solid:
                    clears[new] = hide(clears[new], new, other)
            elif new.solid:
                clears[other] = hide(other.clear, other, new)
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
