"""Things that stand on the ground of a landscape, in their true sizes and in perspective."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from m3bench_world.scenes.layers import Layer
from m3bench_world.scenes.photographs.catalogue import ThingPhotograph, things
from m3bench_world.scenes.photographs.cutting import cut_photograph, largest_size, photographed, sunk
from m3bench_world.scenes.photographs.grounds import Ground
from m3bench_world.scenes.photographs.store import thing_image
from m3bench_world.scenes.stage import Stage

SMALLEST = 70.0
"""Longer side in pixels that a thing must have to be recognized."""
_LARGEST = ((1.0, 190.0), (5.5, 330.0), (1000.0, 430.0))
"""Longest side in pixels of things of up to so many metres."""
_LOWEST = 10
_HAZE = 0.16


class Camera(NamedTuple):
    """An eye above the ground of a landscape."""

    ground: Ground
    eye: float
    """Height above the ground in metres."""
    height: int
    """Height of the picture in pixels."""

    def row(self, per_metre: float) -> float:
        """Return the row where a metre has this length in pixels."""
        return self.ground.horizon + self.eye * per_metre

    def per_metre(self, row: float) -> float:
        return (row - self.ground.horizon) / self.eye


def rows_of(one: ThingPhotograph, camera: Camera) -> tuple[float, float] | None:
    """Return the rows where a thing is large enough and not enlarged too much, or None."""
    metres = one.centimetres / 100
    largest = min(next(size for limit, size in _LARGEST if metres <= limit), largest_size(one))
    top = max(camera.row(SMALLEST / metres), camera.ground.near)
    bottom = min(camera.row(largest / metres), camera.height - _LOWEST)
    return (top, bottom) if top <= bottom else None


def fits(label: str, camera: Camera) -> bool:
    """Return whether there is a photograph of the label and a place where it can stand."""
    return any(rows_of(one, camera) for one in things().get(label, ()))


def stand(
    stage: Stage,
    camera: Camera,
    label: str,
    *,
    least: float,
    tries: int = 10,
    wishes: Mapping[str, str] | None = None,
) -> Layer | None:
    """Put a thing at a random place where it has its true size. Returns None if there is no room."""
    dice = stage.dice
    able = [(one, rows) for one in photographed(label, wishes) if (rows := rows_of(one, camera))]
    if not able:
        return None
    one, (top, bottom) = dice.pick(able)
    wide, high = (side / max(thing_image(one).size) for side in thing_image(one).size)
    mirrored = dice.happens(0.5)
    for _ in range(tries):
        row = dice.between(top, bottom)
        size = one.centimetres / 100 * camera.per_metre(row) * dice.between(0.93, 1.07)
        half = size * wide / 2
        if size * high > row:
            continue  # its head would be outside of the picture
        x = dice.between(half * 0.9, stage.size[0] - half * 0.9)
        cutout = cut_photograph(one, stage.light, size=size, flip=mirrored, haze=_haze(camera, row))
        if camera.ground.grass:
            cutout = sunk(cutout, dice, max(2.0, camera.ground.grass * _nearness(camera, row)))
        layer = stage.put(cutout, x, row, depth=row, anchor="foot", shadow="ground", least=least)
        if layer:
            return layer
    return None


def _nearness(camera: Camera, row: float) -> float:
    return (row - camera.ground.horizon) / (camera.height - camera.ground.horizon)


def _haze(camera: Camera, row: float) -> tuple[tuple[int, int, int], float] | None:
    """Return the haze before far things: the colour of the picture at the horizon."""
    share = _HAZE * (1 - _nearness(camera, row)) ** 2
    horizon = round(camera.ground.horizon)
    band = camera.ground.image.crop((0, horizon - 4, camera.ground.image.width, horizon + 4))
    red, green, blue = band.resize((1, 1)).getpixel((0, 0))  # type: ignore[misc]
    return (int(red), int(green), int(blue)), share
