"""Takes a photograph of a scene, step by step from the scene to the file."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from m3bench.core import CameraLevel
from m3bench_world.scenes.camera import light, sensor
from m3bench_world.scenes.camera.framing import frame_object, frame_view
from m3bench_world.scenes.camera.geometry import Geometry
from m3bench_world.scenes.camera.levels import LEVELS, Level, draw_tilt
from m3bench_world.scenes.camera.obstruction import Cover, choose_occluders
from m3bench_world.scenes.camera.paper import crease
from m3bench_world.scenes.camera.phone import phone_layer, photograph_phone
from m3bench_world.scenes.camera.sight import Sight, corners_of
from m3bench_world.scenes.camera.truth import Photo, follow
from m3bench_world.scenes.layers import Layer, overlap
from m3bench_world.scenes.painting import Dice, lighter, rgb, textures
from m3bench_world.scenes.scene import Code, Quad, Scene

if TYPE_CHECKING:
    import random

    from m3bench_world.scenes.stage import Composition


_SHINY = {
    "apple", "ball", "bell pepper", "bottle", "bowl", "bus", "can", "car", "cup", "eggplant", "fish", "jar",
    "kettle", "knife", "laptop", "phone", "pill bottle", "pickup truck", "plate", "spoon", "tomato", "truck",
    "van", "vase",
}  # fmt: skip


def glossy_layers(composition: Composition) -> list[Layer]:
    """Return the layers that reflect light: those with letters or codes on them, and shiny things."""
    frame = (0, 0, *composition.scene.size)
    shiny = {id(layer) for shown in composition.shown if shown.label in _SHINY for layer, _ in shown.pieces}
    return [
        layer
        for layer in composition.layers
        if layer.solid and (layer.marks or id(layer) in shiny) and overlap(layer.box, frame)
    ]


def only_on(layer: Layer, spot: Image.Image, geometry: Geometry) -> Image.Image:
    """Return a coarse spot of light, cut off at the edges of a layer."""
    alpha = np.asarray(ImageChops.multiply(layer.alpha, layer.clear))
    step = geometry.size[0] / spot.width, geometry.size[1] / spot.height
    xs, ys = (np.arange(spot.width) + 0.5) * step[0], (np.arange(spot.height) + 0.5) * step[1]
    points = geometry.to_scene(np.stack(np.meshgrid(xs, ys), axis=-1)) - (layer.left, layer.top)
    columns, rows = np.floor(points[..., 0]).astype(np.int64), np.floor(points[..., 1]).astype(np.int64)
    inside = (columns >= 0) & (columns < alpha.shape[1]) & (rows >= 0) & (rows < alpha.shape[0])
    clear = np.where(inside, alpha[rows.clip(0, alpha.shape[0] - 1), columns.clip(0, alpha.shape[1] - 1)], 0)
    return ImageChops.multiply(spot, Image.fromarray(clear.astype(np.uint8)))


_QR_BYTES = (14, 26, 42, 62, 84, 106, 122, 152, 180, 213)
"""Bytes that a QR code of each version holds with medium error correction."""


def largest_blur(scene: Scene, geometry: Geometry, level: Level) -> float:
    """Return the widest blur in pixels through which the smallest text and code can be read."""
    heights = [
        _side(geometry, corners_of(text)) for text in scene.letterings if any(map(str.isalnum, text.text))
    ]
    modules = [_width(geometry, corners_of(code)) / modules_of(code) for code in scene.codes]
    bounds = [height * level.blur_of_text for height in heights]
    bounds += [module * level.blur_of_module for module in modules]
    return min(bounds, default=math.inf)


def modules_of(code: Code) -> int:
    """Return how many modules a code has across, with its quiet zone."""
    if code.kind == "qr":
        length = len(code.text.encode())
        version = next((at for at, most in enumerate(_QR_BYTES, 1) if length <= most), len(_QR_BYTES) + 4)
        return 17 + 4 * version + 8
    return 117 if code.kind == "ean13" else 11 * len(code.text) + 35 + 22


def _side(geometry: Geometry, quad: Quad) -> float:
    """Return the height of a text in the photograph, at its lower end."""
    a, b, c, d = geometry.to_photo(np.array(quad))
    return float(min(math.dist(a, d), math.dist(b, c)))


def _width(geometry: Geometry, quad: Quad) -> float:
    a, b, c, d = geometry.to_photo(np.array(quad))
    return float(min(math.dist(a, b), math.dist(d, c)))


Size = tuple[int, int]
_WALLS = ("#c9c4ba", "#a9b4ba", "#8d8a84", "#d8d2c4", "#6e7680", "#b7a894")


def surround(
    warped: Image.Image, scene: Size, geometry: Geometry, *, screen: bool, dice: Dice
) -> Image.Image:
    """Return the photograph of a scene as an object before a background."""
    picture = _background(geometry.size, screen=screen, dice=dice)
    rim = dice.between(0.018, 0.035) * max(scene)
    colour = rgb(dice.pick(("#141518", "#202226", "#c4c6c8")) if screen else "#f6f4ee")
    _cast(picture, _area(scene, rim, geometry), min(scene) * 0.02)
    picture.paste(colour, mask=_area(scene, rim, geometry).filter(ImageFilter.BoxBlur(0.5)))
    if screen:
        edge = _area(scene, rim * 0.12, geometry)
        picture.paste(lighter(colour, 0.12), mask=edge)
    picture.paste(warped, mask=geometry.warp(Image.new("L", scene, 255)))
    return picture


def _background(size: Size, *, screen: bool, dice: Dice) -> Image.Image:
    small = size[0] // 2, size[1] // 2
    if screen:
        made = textures.plaster(small, dice, dice.pick(_WALLS))
        if dice.happens(0.6):
            desk = textures.wood((small[0], small[1] // 4), dice)
            made.paste(desk, (0, small[1] - round(small[1] * dice.between(0.04, 0.1))))
    else:
        made = dice.pick((textures.wood, textures.fabric, textures.concrete))(small, dice)
    return made.resize(size, Image.Resampling.BILINEAR)


def _area(scene: Size, rim: float, geometry: Geometry) -> Image.Image:
    """Return the mask of the scene with a rim around it."""
    width, height = scene
    steps = np.linspace(0, 1, 9)[:-1]
    left, top, right, bottom = -rim, -rim, width + rim, height + rim
    sides = [
        np.stack([left + steps * (right - left), steps * 0 + top], axis=-1),
        np.stack([steps * 0 + right, top + steps * (bottom - top)], axis=-1),
        np.stack([right - steps * (right - left), steps * 0 + bottom], axis=-1),
        np.stack([steps * 0 + left, bottom - steps * (bottom - top)], axis=-1),
    ]
    mask = Image.new("L", geometry.size)
    outline = geometry.to_photo(np.concatenate(sides))
    ImageDraw.Draw(mask).polygon([(x, y) for x, y in outline.tolist()], fill=255)
    return mask


def _cast(picture: Image.Image, mask: Image.Image, reach: float) -> None:
    """Darken the background beside the object."""
    small = mask.reduce(4).filter(ImageFilter.GaussianBlur(reach / 3))
    shade = small.resize(picture.size, Image.Resampling.BILINEAR).point(
        [round(level * 0.55) for level in range(256)]
    )
    shade = ImageChops.offset(shade, round(reach * 0.5), round(reach * 0.7))
    picture.paste((12, 10, 14), mask=shade)


_DARKEST = 62.0
"""Mean level of the darkest photograph."""
_DAZZLED = [0] * 118 + [255] * 138
"""Glare from which a text counts as hidden."""


def take(composition: Composition, level: CameraLevel, stream: random.Random) -> Composition:
    """Return the scene as a camera of this level takes it. The stream makes every choice."""
    if level is CameraLevel.CLEAN:
        return composition
    return _Shot(composition, level, Dice(stream)).taken()


class _Shot:
    """One photograph in the making."""

    def __init__(self, composition: Composition, level: CameraLevel, dice: Dice) -> None:
        self._scene, self._composition, self._dice = composition.scene, composition, dice
        self._level: Level = LEVELS[level]
        self._sight = Sight(composition, level)

    def taken(self) -> Composition:
        geometry = self._framed()
        picture = self._lit(self._projected(geometry))
        spot = self._glare(geometry)
        picture, hidden = self._obstructed(light.reflect(picture, spot) if spot else picture, geometry, spot)
        picture = self._developed(picture, geometry)
        dazzled = _joined(hidden, spot.point(_DAZZLED) if spot else None)
        photo = Photo(geometry, self._scene.size, hidden)
        scene, shown = follow(self._composition, photo, self._sight.shares(geometry, hidden, dazzled))
        return replace(self._composition, scene=scene, image=picture, shown=shown, photo=photo)

    def _framed(self) -> Geometry:
        tilt, dice = draw_tilt(self._level, self._dice), self._branch()
        if self._composition.surface == "phone":
            return frame_object(self._scene.size, tilt, dice, phone_layer(self._composition).box)
        if self._composition.surface in ("screen", "print"):
            return frame_object(self._scene.size, tilt, dice)
        return frame_view(self._sight, tilt, dice)

    def _projected(self, geometry: Geometry) -> Image.Image:
        picture, dice, surface = (
            self._composition.image.convert("RGB"),
            self._branch(),
            self._composition.surface,
        )
        if surface == "phone":
            return photograph_phone(self._composition, geometry, dice)
        if surface == "paper" and dice.happens(self._level.creases):
            picture = crease(picture, self._composition, self._level.creases, dice)
        warped = geometry.warp(picture)
        if surface in ("screen", "print"):
            return surround(warped, self._scene.size, geometry, screen=surface == "screen", dice=dice)
        return warped

    def _lit(self, picture: Image.Image) -> Image.Image:
        level, dice = self._level, self._branch()
        lit = light.falloff(picture.size, dice.between(*level.uneven), dice.between(*level.vignette), dice)
        if dice.happens(level.shadow):
            lit = light.cast_shadow(lit, dice.between(*level.shade), dice)
        return light.illuminate(picture, lit)

    def _glare(self, geometry: Geometry) -> Image.Image | None:
        """Return the reflected light on something glossy, where it hides no text or code."""
        level, dice = self._level, self._branch()
        if not dice.happens(level.glare):
            return None
        width, height = geometry.size
        glossy = glossy_layers(self._composition)
        for _ in range(4 if glossy else 0):
            layer = dice.pick(glossy)
            left, top, right, bottom = overlap(layer.box, (0, 0, *self._scene.size)) or layer.box
            at = geometry.to_photo(np.array([dice.between(left, right), dice.between(top, bottom)])).tolist()
            reach = min(width, height) * dice.between(0.06, 0.16)
            spot = light.glare(geometry.size, (at[0], at[1]), reach, dice.between(*level.shine), dice)
            spot = only_on(layer, spot, geometry)
            if self._sight.enough(self._sight.shares(geometry, None, spot.point(_DAZZLED))):
                return spot
        return None

    def _obstructed(
        self, picture: Image.Image, geometry: Geometry, spot: Image.Image | None
    ) -> tuple[Image.Image, Image.Image | None]:
        level, dice = self._level, self._branch()
        glare = spot.point(_DAZZLED) if spot else None
        cover = Cover(self._sight, geometry, glare)
        desk = self._composition.surface != "view"
        labels = {thing.label for thing in self._scene.things}
        for occluder in choose_occluders(labels, dice.pick(level.occluders), dice, desk=desk):
            cover.try_place(occluder, dice.between(*level.reach), dice)
        covered, hidden = cover.paint(picture.copy(), dice)
        if self._sight.enough(self._sight.shares(geometry, hidden, _joined(hidden, glare))):
            return covered, hidden
        return picture, None

    def _developed(self, picture: Image.Image, geometry: Geometry) -> Image.Image:
        level, dice = self._level, self._branch()
        gain = dice.between(*dice.pick(level.exposure))
        warmth, green = dice.between(-level.balance, level.balance), dice.between(-1, 1) * level.balance / 3
        focus, motion = dice.between(*level.focus), dice.between(*level.motion)
        most = largest_blur(self._scene, geometry, level)
        share = min(1.0, most / max(2 * focus + motion, 1e-9))
        gain = max(gain, sensor.least_gain(picture, _DARKEST))
        picture = sensor.expose(picture, gain, warmth, green)
        picture = sensor.shake(sensor.defocus(picture, focus * share), motion * share, dice)
        picture = sensor.add_noise(picture, round(dice.between(*level.noise), 1), dice)
        return sensor.compress(picture, dice.whole(*level.quality))

    def _branch(self) -> Dice:
        return Dice(self._dice.branch())


def _joined(first: Image.Image | None, second: Image.Image | None) -> Image.Image | None:
    if first is None or second is None:
        return first or second
    return ImageChops.lighter(first, second.resize(first.size, Image.Resampling.BILINEAR))
