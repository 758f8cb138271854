"""The way of light from a scene to a photograph: a perspective and the distortion of a lens."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench_world.scenes.painting import Box

Floats = NDArray[np.float64]

_CELL = 48
"""Side in pixels of the pieces in which a picture is warped."""
_ROUNDS = 4
"""Rounds of Newton's method; its error is then far below a hundredth of a pixel."""


@dataclass(frozen=True)
class Tilt:
    """How a camera is held: three angles in degrees, the lens, and what its frame shows."""

    yaw: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0
    barrel: float = 0.0
    """Distortion at the corners as a share; above 0 straight lines bend outwards."""
    shift: tuple[float, float] = (0.0, 0.0)
    """Where the middle of the scene is, as a share of the picture away from the middle."""
    focal: float = 1.3
    """Distance to the scene, in widths of the scene."""

    def weaker(self, share: float) -> Tilt:
        """Return the same with a share of every effect."""
        return Tilt(
            self.yaw * share,
            self.pitch * share,
            self.roll * share,
            self.barrel * share,
            (self.shift[0] * share, self.shift[1] * share),
            self.focal,
        )


@dataclass(frozen=True, eq=False)
class Geometry:
    """Maps points of a scene to points of a photograph and back. Points are arrays of shape (…, 2)."""

    size: tuple[int, int]
    """Size of the photograph."""
    flatten: Floats
    """Homography from the photograph, without the lens, to the scene."""
    barrel: float = 0.0

    @classmethod
    def of(cls, tilt: Tilt, scene: tuple[int, int], size: tuple[int, int], zoom: float) -> Geometry:
        """Return the geometry of a camera that shows the scene at `zoom` pixels a pixel in the middle."""
        width, height = scene
        centre = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
        turned = _rotation(tilt)
        far = tilt.focal * width
        plane = np.column_stack([turned[:, 0], turned[:, 1], (0, 0, far)])
        x, y = size[0] * (0.5 + tilt.shift[0]), size[1] * (0.5 + tilt.shift[1])
        lens = np.array([[zoom * far, 0, x], [0, zoom * far, y], [0, 0, 1]])
        return cls(size, np.linalg.inv(lens @ plane @ centre), tilt.barrel)

    @cached_property
    def _raise(self) -> Floats:
        found: Floats = np.linalg.inv(self.flatten).astype(np.float64)
        return found

    @property
    def _middle(self) -> Floats:
        return np.array(self.size) / 2

    @property
    def _reach(self) -> float:
        return math.hypot(*self.size) / 2

    def to_scene(self, points: Floats) -> Floats:
        """Return the points of the scene that these points of the photograph show."""
        offset = (points - self._middle) / self._reach
        squared = (offset**2).sum(axis=-1, keepdims=True)
        straight = self._middle + offset * (1 + self.barrel * squared) * self._reach
        return _project(self.flatten, straight)

    def to_photo(self, points: Floats) -> Floats:
        """Return where points of the scene are in the photograph, also outside its frame."""
        offset = (_project(self._raise, points) - self._middle) / self._reach
        wanted = np.sqrt((offset**2).sum(axis=-1, keepdims=True))
        radius = wanted.copy()
        for _ in range(_ROUNDS if self.barrel else 0):
            radius -= (radius * (1 + self.barrel * radius**2) - wanted) / (1 + 3 * self.barrel * radius**2)
        share = np.divide(radius, wanted, out=np.ones_like(wanted), where=wanted > 0)
        found: Floats = self._middle + offset * share * self._reach
        return found

    def warp(
        self, image: Image.Image, origin: tuple[int, int] = (0, 0), box: Box | None = None
    ) -> Image.Image:
        """Return the part `box` of the photograph of an image whose corner is at `origin` in the scene.

        What the image does not cover is black.
        """
        left, top, right, bottom = box or (0, 0, *self.size)
        xs, ys = _steps(left, right), _steps(top, bottom)
        nodes = np.stack(np.meshgrid(xs, ys), axis=-1).astype(np.float64)
        found = (self.to_scene(nodes) - np.array(origin)).tolist()
        mesh = [
            (
                (xs[i] - left, ys[j] - top, xs[i + 1] - left, ys[j + 1] - top),
                (*found[j][i], *found[j + 1][i], *found[j + 1][i + 1], *found[j][i + 1]),
            )
            for j in range(len(ys) - 1)
            for i in range(len(xs) - 1)
        ]
        size = right - left, bottom - top
        return image.transform(size, Image.Transform.MESH, mesh, Image.Resampling.BILINEAR)


def _rotation(tilt: Tilt) -> Floats:
    yaw, pitch, roll = (math.radians(angle) for angle in (tilt.yaw, tilt.pitch, tilt.roll))
    about_y = np.array([[math.cos(yaw), 0, math.sin(yaw)], [0, 1, 0], [-math.sin(yaw), 0, math.cos(yaw)]])
    about_x = np.array(
        [[1, 0, 0], [0, math.cos(pitch), -math.sin(pitch)], [0, math.sin(pitch), math.cos(pitch)]]
    )
    about_z = np.array([[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1]])
    found: Floats = about_z @ about_x @ about_y
    return found


def _project(matrix: Floats, points: Floats) -> Floats:
    x, y = points[..., 0], points[..., 1]
    w = matrix[2, 0] * x + matrix[2, 1] * y + matrix[2, 2]
    return np.stack(
        [
            (matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2]) / w,
            (matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2]) / w,
        ],
        axis=-1,
    )


def _steps(start: int, end: int) -> list[int]:
    return [*range(start, max(start + 1, end - _CELL // 2), _CELL), end]
