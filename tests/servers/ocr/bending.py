"""Pictures of pages that do not lie flat before the camera: in perspective, turned, curved or folded."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from PIL import Image

Point = tuple[float, float]
PIECES = 40


def in_perspective(page: Image.Image, corners: list[Point], size: tuple[int, int]) -> Image.Image:
    """The page with its corners (upper left, then clockwise) at these places."""
    wide, high = page.size
    rows, values = [], []
    for (x, y), (u, v) in zip(corners, [(0, 0), (wide, 0), (wide, high), (0, high)], strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    matrix = np.linalg.solve(np.array(rows, dtype=float), np.array(values, dtype=float)).tolist()
    return page.transform(
        size, Image.Transform.PERSPECTIVE, matrix, Image.Resampling.BICUBIC, fillcolor="white"
    )


def turned(page: Image.Image, degrees: float) -> Image.Image:
    return page.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor="white")


def curved(page: Image.Image, height: float) -> Image.Image:
    """The page over a cylinder: its middle is lower than its sides by `height` pixels."""
    return _moved(page, lambda share: height * math.sin(math.pi * share))


def folded(page: Image.Image, height: float) -> Image.Image:
    """The page with a fold down its middle."""
    return _moved(page, lambda share: height * abs(2 * share - 1))


def _moved(page: Image.Image, down: Callable[[float], float]) -> Image.Image:
    wide, high = page.size
    mesh = []
    for piece in range(PIECES):
        left, right = wide * piece // PIECES, wide * (piece + 1) // PIECES
        start, end = down(left / wide), down(right / wide)
        mesh.append(
            (
                (left, 0, right, high),
                (left, -start, left, high - start, right, high - end, right, -end),
            )
        )
    return page.transform(page.size, Image.Transform.MESH, mesh, Image.Resampling.BICUBIC, fillcolor="white")
