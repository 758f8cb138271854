"""Drawn pictures of Earth: square tiles of the ground, and the whole sunlit disc."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from m3bench_world.data import written
from m3bench_world.space.drawing import Field, clouds, flat, grid, mix, png, ramp, tint

_AFRICA = """
-17,15 -13,28 -6,35 10,37 20,31 32,31 37,21 43,12 51,12 44,1 40,-10 40,-16 35,-20 35,-25 31,-30 25,-34
18,-34 14,-24 12,-16 13,-6 9,1 8,4 -8,4 -13,8
"""
_EURASIA = """
-9,37 -9,43 -2,44 -4,48 2,51 8,54 11,57 13,55 20,55 24,59 22,65 26,66 20,63 17,60 13,56 10,59 5,60 6,62
14,68 24,71 40,67 45,68 55,69 68,72 73,72 82,74 100,77 113,74 130,72 140,73 160,70 170,70 180,69 180,65
172,61 163,59 157,51 156,58 162,61 143,59 135,54 141,52 140,48 132,43 128,40 129,35 126,35 125,39 121,40
118,38 122,37 119,34 121,30 117,23 109,21 106,18 109,12 105,9 101,13 100,8 103,2 98,8 98,16 94,16 91,22
87,21 80,15 80,10 77,8 73,17 72,21 66,25 57,26 50,30 52,25 56,26 59,22 52,16 44,13 39,21 34,28 36,36 27,37
26,40 40,41 37,46 31,46 28,42 23,37 19,42 13,46 12,44 18,40 16,38 10,44 3,43 0,39 -5,36
"""
_NORTH_AMERICA = """
-168,66 -156,71 -128,70 -110,68 -95,69 -85,68 -94,60 -82,54 -78,59 -64,59 -56,52 -66,49 -61,46 -70,43
-74,40 -76,35 -81,31 -80,25 -83,29 -90,29 -97,27 -97,21 -91,18 -87,21 -88,16 -83,14 -82,9 -78,9 -83,8
-92,14 -105,20 -109,26 -114,31 -110,23 -117,33 -124,41 -123,49 -134,58 -150,60 -160,56 -162,60
"""
_SOUTH_AMERICA = """
-78,9 -71,12 -62,10 -50,1 -44,-3 -35,-6 -39,-15 -41,-22 -48,-26 -54,-34 -58,-38 -65,-42 -68,-50 -68,-55
-74,-52 -73,-40 -70,-20 -76,-14 -81,-5 -80,1
"""
_AUSTRALIA = """
114,-22 114,-34 118,-35 131,-31 138,-35 147,-39 150,-37 153,-28 146,-19 142,-11 140,-17 136,-12 131,-12
125,-14
"""
_ANTARCTICA = """
-180,-78 -150,-76 -100,-73 -75,-72 -58,-63 -60,-74 -35,-78 -10,-71 30,-69 60,-67 90,-66 120,-66 150,-68
170,-72 180,-78 180,-90 -180,-90
"""
_GREENLAND = "-73,78 -60,82 -30,83 -20,76 -24,70 -40,65 -44,60 -51,64 -54,70"
_ISLANDS = written("space", "islands", tuple[str, ...])


def _points(text: str) -> list[tuple[float, float]]:
    pairs = (pair.split(",") for pair in text.split())
    return [(float(longitude), float(latitude)) for longitude, latitude in pairs]


COASTS = [
    _points(text)
    for text in (
        _AFRICA,
        _EURASIA,
        _NORTH_AMERICA,
        _SOUTH_AMERICA,
        _AUSTRALIA,
        _ANTARCTICA,
        _GREENLAND,
        *_ISLANDS,
    )
]


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
