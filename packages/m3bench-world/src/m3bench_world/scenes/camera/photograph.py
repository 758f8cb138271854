"""Takes a photograph of a scene, step by step from the scene to the file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageChops

from m3bench.core import CameraLevel
from m3bench_world.scenes.camera import light, sensor
from m3bench_world.scenes.camera.framing import frame_object, frame_view
from m3bench_world.scenes.camera.geometry import Geometry
from m3bench_world.scenes.camera.gloss import glossy_layers, only_on
from m3bench_world.scenes.camera.levels import LEVELS, Level, draw_tilt
from m3bench_world.scenes.camera.obstruction import Cover, choose_occluders
from m3bench_world.scenes.camera.paper import crease
from m3bench_world.scenes.camera.phone import phone_layer, photograph_phone
from m3bench_world.scenes.camera.readable import largest_blur
from m3bench_world.scenes.camera.sight import Sight
from m3bench_world.scenes.camera.surround import surround
from m3bench_world.scenes.camera.truth import Photo, follow
from m3bench_world.scenes.layers import overlap
from m3bench_world.scenes.painting import Dice

if TYPE_CHECKING:
    import random

    from m3bench_world.scenes.stage import Composition

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
