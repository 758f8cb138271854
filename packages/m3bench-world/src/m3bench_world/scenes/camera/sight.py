"""What a photograph still shows of a scene: shares of things, texts and codes, on a coarse grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench.core import CameraLevel
from m3bench_world.scenes.camera.geometry import Floats, Geometry
from m3bench_world.scenes.layers import LEAST_VISIBLE
from m3bench_world.scenes.scene import Code, Quad, TextLine

if TYPE_CHECKING:
    from m3bench_world.scenes.stage import Composition

STEP = 4
"""Side in pixels of the cells in which things are measured."""
LEAST_KEPT = 0.5
"""Minimum share that a camera leaves of what was visible of a thing."""
LEAST_TEXT = {CameraLevel.CLEAN: 1.0, CameraLevel.HANDHELD: 0.97, CameraLevel.HARD: 0.92}
"""Minimum share of a text that stays in the frame with nothing in the way."""
LEAST_CODE = 0.95
LEAST_FRAMED = 0.995
"""Minimum share of texts and codes within the frame; only what is in the way may hide some of them."""
LEAST_OF_KIND = {CameraLevel.CLEAN: 1.0, CameraLevel.HANDHELD: 0.85, CameraLevel.HARD: 0.7}
"""Minimum share of what the kind of the scene demanded when it placed a thing."""
_ACROSS, _DOWN = 40, 8
"""Points in which a text or a code is measured."""


@dataclass(frozen=True, eq=False)
class Patch:
    """The visible part of one thing, in cells of the scene."""

    rows: slice
    columns: slice
    seen: NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Shares:
    """Shares of what the scene showed that the photograph shows too."""

    things: Floats
    texts: Floats
    codes: Floats


@dataclass(frozen=True, eq=False)
class _Grid:
    """Points spread evenly over quadrangles, and which of them the scene shows."""

    points: Floats
    there: NDArray[np.bool_]

    @classmethod
    def over(cls, marks: Sequence[TextLine | Code], size: tuple[int, int]) -> _Grid:
        if not marks:
            return cls(np.zeros((0, _DOWN, _ACROSS, 2)), np.zeros((0, _DOWN, _ACROSS), dtype=bool))
        corners = np.array([corners_of(mark) for mark in marks], dtype=np.float64)[:, None, None]
        u = ((np.arange(_ACROSS) + 0.5) / _ACROSS)[None, None, :, None]
        v = ((np.arange(_DOWN) + 0.5) / _DOWN)[None, :, None, None]
        top = corners[..., 0, :] * (1 - u) + corners[..., 1, :] * u
        bottom = corners[..., 3, :] * (1 - u) + corners[..., 2, :] * u
        points = top * (1 - v) + bottom * v
        there = np.all((points >= 0) & (points < np.array(size)), axis=-1)
        return cls(points, np.asarray(there))

    def share(self, clear: Floats) -> Floats:
        """Return the share of the points of each quadrangle that is clear."""
        found: Floats = (clear * self.there).sum(axis=(1, 2)) / np.maximum(self.there.sum(axis=(1, 2)), 1)
        return found


@dataclass(frozen=True, eq=False)
class _Seen:
    """Points in the photograph, and how far they are within its frame: 0 is outside, 1 inside."""

    points: Floats
    framed: Floats

    @classmethod
    def of(cls, points: Floats, size: tuple[int, int], soft: float) -> _Seen:
        inner = np.minimum(points, np.array(size) - points) / (2 * soft) + 0.5
        return cls(points, np.clip(inner, 0, 1).prod(axis=-1))

    def clear(self, cover: Image.Image | None, size: tuple[int, int]) -> Floats:
        """Return how much of every point is visible behind a cover, which may be a smaller picture."""
        if cover is None:
            return self.framed
        levels = np.asarray(cover)
        columns = np.clip(self.points[..., 0] * (cover.width / size[0]), 0, cover.width - 1).astype(np.int64)
        rows = np.clip(self.points[..., 1] * (cover.height / size[1]), 0, cover.height - 1).astype(np.int64)
        found: Floats = self.framed * (1 - levels[rows, columns] / 255.0)
        return found


@dataclass(frozen=True, eq=False)
class _View:
    """A scene as a geometry shows it: its cells with their size in the photograph, its texts and codes."""

    geometry: Geometry
    weights: Floats
    cells: _Seen
    texts: _Seen
    codes: _Seen


class Sight:
    """Measures what is lost of a scene."""

    def __init__(self, composition: Composition, level: CameraLevel) -> None:
        scene = composition.scene
        self.size, self._level, self._scene = scene.size, level, scene
        self._patches = [_patch(composition, index) for index in range(len(scene.things))]
        self._texts = _Grid.over(scene.letterings, scene.size)
        self._codes = _Grid.over(scene.codes, scene.size)
        self._kept = np.array([shown.kept for shown in composition.shown])
        self._least = np.array([shown.least for shown in composition.shown]) * LEAST_OF_KIND[level]
        self._view: _View | None = None

    def shares(self, geometry: Geometry, hidden: Image.Image | None, blurred: Image.Image | None) -> Shares:
        """Measure a photograph. `hidden` covers things; `blurred` also covers texts and codes."""
        view = self._viewed(geometry)
        kept = view.cells.clear(hidden, geometry.size) * view.weights
        things = np.array([_share(patch, kept, view.weights) for patch in self._patches])
        texts, codes = (seen.clear(blurred, geometry.size) for seen in (view.texts, view.codes))
        return Shares(things, self._texts.share(texts), self._codes.share(codes))

    def enough(self, shares: Shares) -> bool:
        """Return whether all that the truth promises is still visible."""
        texts = shares.texts >= LEAST_TEXT[self._level]
        codes = shares.codes >= LEAST_CODE
        return bool(texts.all() and codes.all() and self._enough_of_things(shares.things))

    def well_framed(self, geometry: Geometry) -> bool:
        """Return whether a frame shows enough of all things, and all texts and codes completely."""
        shares = self.shares(geometry, None, None)
        marks = np.concatenate([shares.texts, shares.codes])
        return bool((marks >= LEAST_FRAMED).all() and self._enough_of_things(shares.things))

    def _enough_of_things(self, shares: Floats) -> bool:
        visible = np.array([thing.visible for thing in self._scene.things])
        least = np.maximum(np.maximum(LEAST_VISIBLE, visible * LEAST_KEPT), self._least)
        kept = (visible * shares >= least) & (shares >= self._kept)
        return bool((kept | (shares >= 0.999)).all())

    def _viewed(self, geometry: Geometry) -> _View:
        """Return where everything is in the photograph, which is the same for every cover."""
        if self._view is None or self._view.geometry is not geometry:
            xs = np.arange(STEP / 2, self.size[0] + STEP, STEP)
            ys = np.arange(STEP / 2, self.size[1] + STEP, STEP)
            cells = geometry.to_photo(np.stack(np.meshgrid(xs, ys), axis=-1))
            weights = _sizes(cells)
            texts, codes = (geometry.to_photo(grid.points) for grid in (self._texts, self._codes))
            seen = (
                _Seen.of(points, geometry.size, soft)
                for points, soft in ((cells, 2), (texts, 0.5), (codes, 0.5))
            )
            self._view = _View(geometry, weights, *seen)
        return self._view


def _sizes(cells: Floats) -> Floats:
    """Return the size of cells in the photograph, from their middles."""
    across, down = np.empty_like(cells), np.empty_like(cells)
    across[:, 1:-1], down[1:-1] = (cells[:, 2:] - cells[:, :-2]) / 2, (cells[2:] - cells[:-2]) / 2
    across[:, 0], across[:, -1] = across[:, 1], across[:, -2]
    down[0], down[-1] = down[1], down[-2]
    return np.abs(across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0])


def corners_of(mark: TextLine | Code) -> Quad:
    left, top, right, bottom = mark.box
    return mark.quad or ((left, top), (right, top), (right, bottom), (left, bottom))


def _patch(composition: Composition, index: int) -> Patch:
    left, top, right, bottom = composition.scene.things[index].box
    left, top = left // STEP * STEP, top // STEP * STEP
    right, bottom = -(-right // STEP) * STEP, -(-bottom // STEP) * STEP
    seen = composition.shown[index].mask_in((left, top, right, bottom)).reduce(STEP)
    rows, columns = slice(top // STEP, bottom // STEP), slice(left // STEP, right // STEP)
    return Patch(rows, columns, np.asarray(seen, dtype=np.float32))


def _share(patch: Patch, kept: Floats, weights: Floats) -> float:
    there = (patch.seen * weights[patch.rows, patch.columns]).sum()
    return float((patch.seen * kept[patch.rows, patch.columns]).sum() / max(there, 1e-9))
