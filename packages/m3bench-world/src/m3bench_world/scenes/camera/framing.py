"""Framing: the strongest perspective of a draw that keeps everything in the picture that must be there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from m3bench_world.scenes.camera.geometry import Floats, Geometry, Tilt
from m3bench_world.scenes.camera.sight import Sight
from m3bench_world.scenes.painting import Box, Dice

Size = tuple[int, int]

_WEAKER = (1.0, 0.8, 0.62, 0.48, 0.36, 0.26, 0.17, 0.1, 0.05)
_LARGER = 1.06
"""Size of the photograph of a screen or a print, which shows something around it."""
_STEP = 1.008


def frame_view(sight: Sight, tilt: Tilt, dice: Dice) -> Geometry:
    """Return a camera whose frame lies within the scene."""
    at = dice.between(0.2, 0.8), dice.between(0.2, 0.8)
    for share in _WEAKER:
        geometry = _within(tilt.weaker(share), sight.size, at)
        if geometry and sight.well_framed(geometry):
            return geometry
    return Geometry(sight.size, np.eye(3))


def frame_object(scene: Size, tilt: Tilt, dice: Dice, box: Box | None = None) -> Geometry:
    """Return a camera that shows the whole scene, or the whole of this box, and something around it."""
    width, height = scene
    left, top, right, bottom = box or (0, 0, width, height)
    around = _edge((right - left, bottom - top)) + np.array([left, top])
    size = round(width * _LARGER), round(height * _LARGER)
    margin = dice.between(0.02, 0.05)
    at = dice.between(0.25, 0.75), dice.between(0.25, 0.75)
    zoom = _LARGER
    while zoom > 0.3:
        geometry = Geometry.of(tilt, scene, size, zoom)
        edge = geometry.to_photo(around)
        low, high = edge.min(axis=0), edge.max(axis=0)
        room = np.array(size) * (1 - 2 * margin) - (high - low)
        if (room >= 0).all():
            move = np.array(size) * margin + room * np.array(at) - low
            return replace(geometry, flatten=geometry.flatten @ _moved(*-move))
        zoom /= _STEP
    raise ValueError(f"no frame holds a scene of {width} by {height} pixels")


def _within(tilt: Tilt, scene: Size, at: tuple[float, float]) -> Geometry | None:
    """Return the widest frame of a camera that lies within the scene."""
    zoom = 1.0
    while zoom < 2:
        geometry = Geometry.of(tilt, scene, scene, zoom)
        edge = geometry.to_scene(_edge(scene))
        low, high = edge.min(axis=0), edge.max(axis=0)
        room = np.array(scene) - (high - low)
        if (room >= 0).all():
            move = room * np.array(at) - low
            return replace(geometry, flatten=_moved(*move) @ geometry.flatten)
        zoom *= _STEP
    return None


def _edge(size: Size) -> Floats:
    """Return points along the edge of a picture."""
    width, height = size
    steps = np.linspace(0, 1, 12)[:-1]
    sides = [
        np.stack([steps * width, steps * 0], axis=-1),
        np.stack([steps * 0 + width, steps * height], axis=-1),
        np.stack([width - steps * width, steps * 0 + height], axis=-1),
        np.stack([steps * 0, height - steps * height], axis=-1),
    ]
    return np.concatenate(sides)


def _moved(x: float, y: float) -> Floats:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]], dtype=np.float64)
