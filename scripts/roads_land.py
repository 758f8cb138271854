"""Land and barriers between places, for `compile_roads.py`."""

from __future__ import annotations

import json
import math
import zlib
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import tzfpy
from PIL import Image, ImageDraw
from scipy.ndimage import label, maximum_filter1d

HERE = Path(__file__).resolve().parent
DATA = HERE.parent / "packages" / "m3bench-world" / "src" / "m3bench_world" / "tables"
PER_DEGREE = 20
SHORE_KM = 21.0
ANTARCTIC_COAST = """-180 -78, -158 -77.5, -150 -76, -130 -74, -102 -73.5, -75 -72, -66 -67, -58 -63.5,
-57 -72, -50 -77, -35 -77.5, -25 -73.5, -10 -70.5, 10 -69.8, 40 -68.8, 60 -67, 72 -69.8, 85 -66.6,
110 -66, 140 -66.7, 155 -68.8, 168 -72, 169 -77.5, 180 -78"""
"""Longitude and latitude."""

Point = tuple[float, float]
Feature = tuple[str, str, str, list[Point]]


def table(name: str) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = json.loads(zlib.decompress((DATA / f"{name}.json.z").read_bytes()))
    return columns


def geography() -> list[Feature]:
    features: list[Feature] = []
    for line in (HERE / "roads_geography.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        kind, name, measure, points = line.split("\t")
        features.append((kind, name, measure, [tuple(map(float, p.split())) for p in points.split(",")]))  # type: ignore[misc]
    return features


def kilometres(a: Any, b: Any) -> Any:
    """Great-circle distance between arrays of (lat, lng) in degrees."""
    a, b = np.radians(a), np.radians(b)
    half = np.sin((b - a) / 2) ** 2
    return 12742.0 * np.arcsin(np.sqrt(half[..., 0] + np.cos(a[..., 0]) * np.cos(b[..., 0]) * half[..., 1]))


class LandMap:
    """A raster of the Earth, rows from north to south; True is land."""

    def __init__(self, places: np.ndarray[Any, Any], countries: list[str], features: list[Feature]) -> None:
        self.rows, self.columns = 180 * PER_DEGREE, 360 * PER_DEGREE
        self.land = self._without_shore_waters(self._zoned_ocean(places, countries, features))
        self.land &= ~self._painted(features, ("strait", "inlet", "lake"))
        rows, columns = self.cells(places)
        self.land[rows, columns] = True
        self._set_antarctica()

    def _set_antarctica(self) -> None:
        """Use a rough outline, because time zones of Antarctica do not end at coasts."""
        middles = (np.arange(self.columns) + 0.5) / PER_DEGREE - 180
        corners = np.array([part.split() for part in ANTARCTIC_COAST.split(",")], float)
        coast = np.interp(middles, corners[:, 0], corners[:, 1]) + 0.4 * np.sin(middles * 0.9)
        lats = 90 - (np.arange(self.rows) + 0.5) / PER_DEGREE
        south = lats < -62.5
        self.land[south] = lats[south][:, None] < coast[None, :]

    def cells(self, points: Any) -> tuple[Any, Any]:
        rows = np.clip(((90 - points[..., 0]) * PER_DEGREE).astype(int), 0, self.rows - 1)
        columns = ((points[..., 1] + 180) * PER_DEGREE).astype(int) % self.columns
        return rows, columns

    def _zoned_ocean(
        self, places: np.ndarray[Any, Any], countries: list[str], features: list[Feature]
    ) -> Any:
        ocean = np.zeros((self.rows, self.columns), bool)
        inland = self._near_places(places, countries) | self._painted(features, ("island",))
        zone_of = tzfpy.get_tz
        islands = {"Asia/Jakarta", "Asia/Pontianak", "Asia/Makassar", "Asia/Jayapura", "Asia/Manila"}
        self.unsettled = np.zeros((self.rows, self.columns), bool)
        for row in range(self.rows):
            lat = 90 - (row + 0.5) / PER_DEGREE
            for column in range(self.columns):
                zone = zone_of((column + 0.5) / PER_DEGREE - 180, lat)
                if zone.startswith("Etc/"):
                    ocean[row, column] = True
                elif zone in islands and not inland[row, column]:
                    self.unsettled[row, column] = True
        return ocean

    def _near_places(self, places: np.ndarray[Any, Any], countries: list[str]) -> Any:
        """Return cells within about 14 km of a place, which count as land in archipelagos."""
        near = np.zeros((self.rows, self.columns), bool)
        chosen = places[[country in ("ID", "PH", "TL", "MY", "BN", "PG") for country in countries]]
        rows, columns = self.cells(chosen)
        for down in range(-3, 4):
            for right in range(-3, 4):
                if down * down + right * right <= 9:
                    near[np.clip(rows + down, 0, self.rows - 1), (columns + right) % self.columns] = True
        return near

    def _without_shore_waters(self, ocean: Any) -> Any:
        """Widen the ocean by twelve miles, because time zones extend into the sea."""
        km_per_cell = 111.2 / PER_DEGREE
        reach = int(SHORE_KM / km_per_cell)
        wide = ocean.copy()
        for down in range(-reach, reach + 1):
            across = math.sqrt(SHORE_KM**2 - (down * km_per_cell) ** 2)
            for row in range(self.rows):
                source = row + down
                if 0 <= source < self.rows and ocean[source].any():
                    narrow = max(0.05, math.cos(math.radians(90 - (source + 0.5) / PER_DEGREE)))
                    size = 2 * int(across / (km_per_cell * narrow)) + 1
                    wide[row] |= maximum_filter1d(ocean[source], min(size, self.columns), mode="wrap")
        pools, _ = label(self.unsettled | wide)
        seas = np.unique(pools[wide])
        return ~(wide | (self.unsettled & np.isin(pools, seas[seas > 0])))

    def _painted(self, features: list[Feature], kinds: tuple[str, ...]) -> Any:
        """Return the cells of features of some kinds."""
        canvas = Image.new("1", (self.columns, self.rows), 0)
        draw = ImageDraw.Draw(canvas)
        for kind, _, measure, points in features:
            pixels = [((lng + 180) * PER_DEGREE, (90 - lat) * PER_DEGREE) for lat, lng in points]
            if kind in kinds and float(measure) == 0:
                draw.polygon(pixels, fill=1)
            elif kind in kinds:
                narrow = max(0.6, math.cos(math.radians(points[0][0])))
                draw.line(pixels, fill=1, width=max(1, round(float(measure) * PER_DEGREE / 111.2 / narrow)))
        return np.asarray(canvas)

    def longest_water(self, a: Point, b: Point) -> float:
        """Return the longest stretch over water on the straight line in km."""
        length = float(kilometres(np.array(a), np.array(b)))
        steps = max(2, int(length / 2))
        shares = np.linspace(0, 1, steps)[:, None]
        rows, columns = self.cells(np.array(a) + shares * (np.array(b) - np.array(a)))
        longest = run = 0
        for dry in self.land[rows, columns]:
            run = 0 if dry else run + 1
            longest = max(longest, run)
        return longest * length / steps


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


class Barriers:
    """Lines that roads cannot cross: the middle lines of straits."""

    def __init__(self, features: list[Feature]) -> None:
        self.segments: list[tuple[Point, Point]] = []
        for kind, _, _, points in features:
            if kind == "strait":
                self.segments += list(pairwise(points))
        ends = np.array([(*a, *b) for a, b in self.segments])
        self.low, self.high = np.minimum(ends[:, :2], ends[:, 2:]), np.maximum(ends[:, :2], ends[:, 2:])

    def between(self, a: Point, b: Point) -> bool:
        low, high = np.minimum(a, b), np.maximum(a, b)
        close = np.nonzero(((self.low <= high) & (self.high >= low)).all(axis=1))[0]
        return any(crosses(a, b, *self.segments[index]) for index in close)
