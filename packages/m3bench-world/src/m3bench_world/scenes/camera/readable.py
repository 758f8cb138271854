"""How much blur the texts and codes of a scene bear."""

from __future__ import annotations

import math

import numpy as np

from m3bench_world.scenes.camera.geometry import Geometry
from m3bench_world.scenes.camera.levels import Level
from m3bench_world.scenes.camera.sight import corners_of
from m3bench_world.scenes.scene import Code, Quad, Scene

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
