"""Drawn pictures of Earth: square tiles of the ground, and the whole sunlit disc."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from m3bench_world.space.coasts import COASTS
from m3bench_world.space.drawing import Field, clouds, flat, grid, mix, png, ramp, tint

TILE = 200
DISC = 216
_TILE_DETAIL = 80.0
"""Coarsest features per degree, the same for every tile, so that neighbours match."""
_MAP_SCALE = 2
"""Pixels per degree of the map of land and sea."""


@lru_cache(maxsize=1)
def _land() -> Field:
    """Return land 1, sea 0, with soft coasts; rows from the north pole, columns from 180° west."""
    sheet = Image.new("L", (360 * _MAP_SCALE, 180 * _MAP_SCALE))
    pen = ImageDraw.Draw(sheet)
    for coast in COASTS:
        pen.polygon([((lon + 180) * _MAP_SCALE, (90 - lat) * _MAP_SCALE) for lon, lat in coast], fill=255)
    soft = sheet.filter(ImageFilter.GaussianBlur(1.5))
    return np.asarray(soft, dtype=np.float64) / 255


def _land_at(latitude: Field, longitude: Field) -> Field:
    chart = _land()
    rows = np.clip(np.floor((90 - latitude) * _MAP_SCALE), 0, chart.shape[0] - 1).astype(np.int64)
    columns = np.floor((longitude + 180) % 360 * _MAP_SCALE).astype(np.int64) % chart.shape[1]
    values: Field = chart[rows, columns]
    return values


def _ground(latitude: Field, longitude: Field, seed: int, warmth: float, detail: float) -> Field:
    """Return the colours of land and sea without clouds.

    `warmth` is 1 in the northern summer, -1 in winter.
    """
    shape = clouds(longitude * detail, latitude * detail, seed, 5)
    land = ramp(_land_at(latitude, longitude) + (shape - 0.5) * 0.45, 0.44, 0.56)
    wet = clouds(longitude * detail * 0.6 + 77, latitude * detail * 0.6 + 77, seed + 50, 2)
    dry_belt = np.exp(-(((np.abs(latitude) - 24) / 9) ** 2))
    desert = ramp(dry_belt * 0.8 + (0.5 - wet) * 0.9, 0.3, 0.75)
    green = mix(flat((0.13, 0.3, 0.12)), flat((0.33, 0.42, 0.2)), ramp(shape, 0.35, 0.7))
    soil = mix(green, flat((0.76, 0.66, 0.45)), desert)
    season = warmth * np.where(latitude >= 0, 1.0, -1.0)
    snow = ramp(np.abs(latitude) - season * 11 + (shape - 0.5) * 16, 57, 68)
    soil = mix(soil, flat((0.93, 0.95, 0.97)), snow)
    sea = mix(flat((0.02, 0.09, 0.25)), flat((0.05, 0.25, 0.4)), ramp(shape, 0.3, 0.8))
    ice = ramp(np.abs(latitude) - season * 6, 72, 80)
    sea = mix(sea, flat((0.88, 0.92, 0.96)), ice)
    return mix(sea, soil, land)


def tile(
    latitude: float,
    longitude: float,
    dim: float,
    *,
    seed: int,
    pass_seed: int,
    cloudiness: float,
    warmth: float,
) -> tuple[bytes, float]:
    """Draw a square of `dim` degrees as PNG, and return its cloud cover.

    `seed` shapes the ground, `pass_seed` the sky of one pass of the satellite.
    """
    x, y = grid(TILE, TILE)
    lats, lons = latitude + y * dim / 2, longitude + x * dim / 2
    picture = _ground(lats, lons, seed, warmth, _TILE_DETAIL)
    picture = _with_fields(picture, lats, lons, seed)
    sky = clouds(lons * _TILE_DETAIL, lats * _TILE_DETAIL, pass_seed, 4)
    threshold = 0.82 - 0.55 * cloudiness
    cover = ramp(sky, threshold, threshold + 0.14)
    share = float(np.mean(cover > 0.5))
    shadow = np.zeros_like(cover)
    shadow[6:, 6:] = cover[:-6, :-6] * 0.35
    picture = picture * (1 - shadow)[..., None]
    return png(mix(picture, flat((0.96, 0.97, 0.98)), cover * 0.95)), round(share, 4)


def _with_fields(picture: Field, lats: Field, lons: Field, seed: int) -> Field:
    """Add farm fields and tracks where the ground is neither sea, sand nor snow."""
    side = 0.004
    columns, rows = np.floor(lons / side), np.floor(lats / side)
    tone = clouds(columns * 0.71 + 0.5, rows * 0.83 + 0.5, seed + 90, 1)
    settled = ramp(clouds(lons * 9, lats * 9, seed + 91, 3), 0.42, 0.5)
    is_green = (picture[..., 1] > picture[..., 2] * 1.25) & (picture[..., 0] < 0.5)
    plots = tint(0.75 + tone * 0.6, (1.0, 1.0, 0.92)) * picture
    lines = (lons / side - columns < 0.07) | (lats / side - rows < 0.07)
    plots = mix(plots, flat((0.62, 0.6, 0.55)), lines.astype(np.float64) * 0.55)
    return mix(picture, plots, settled * is_green.astype(np.float64))


def disc(
    latitude: float, longitude: float, *, seed: int, sky_seed: int, warmth: float, enhanced: bool
) -> bytes:
    """Draw the sunlit face of Earth, seen from above a point."""
    x, y = grid(DISC, DISC)
    x, y = x / 0.9, y / 0.9
    inside = ramp(1 - np.hypot(x, y), 0.0, 0.012)
    depth = np.sqrt(np.maximum(1 - x * x - y * y, 0))
    tilt = math.radians(latitude)
    up = y * math.cos(tilt) + depth * math.sin(tilt)
    forward = depth * math.cos(tilt) - y * math.sin(tilt)
    lats = np.degrees(np.arcsin(np.clip(up, -1, 1)))
    lons = (longitude + np.degrees(np.arctan2(x, forward)) + 180) % 360 - 180
    picture = _ground(lats, lons, seed, warmth, 0.12)
    sky = clouds(_around(lons) * 0.055, lats * 0.09 + 40, sky_seed, 5)
    cover = ramp(sky + 0.05 * np.cos(np.radians(lats * 6)), 0.5, 0.68)
    picture = mix(picture, flat((0.95, 0.96, 0.97)), cover * 0.9)
    haze = tint(1 - depth, (0.35, 0.55, 0.95)) * 0.5
    picture = (picture * (0.25 + 0.75 * depth)[..., None] + haze) * (1.18 if enhanced else 0.95)
    return png(picture * inside[..., None])


def _around(longitude: Field) -> Field:
    """Return longitudes without a seam at the date line: the far half mirrors the near one."""
    turned: Field = 180 - np.abs(longitude)
    return turned + 200
