"""Heat-map tiles: the field drawn on squares of the Web Mercator map."""

from __future__ import annotations

import math
import struct
import zlib

import msgspec
import numpy as np
from numpy.typing import NDArray

from m3bench_world.air.indices import UNIVERSAL_CATEGORIES, US_CATEGORIES, Category

SIZE = 256
DEEPEST = 16
OPACITY = 160


class Bounds(msgspec.Struct, frozen=True):
    north: float
    south: float
    west: float
    east: float


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """A tile and its content."""

    png: bytes
    bounds: Bounds
    index_type: str
    lowest: int
    highest: int
    mean: float
    shares: dict[str, float]
    """Category → percent of the picture."""
    legend: tuple[Category, ...]


def latitude(y: float, z: int) -> float:
    """Return the latitude of a tile edge."""
    return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * y / (1 << z)))))


def longitude(x: float, z: int) -> float:
    return x / (1 << z) * 360 - 180


def bounds(z: int, x: int, y: int) -> Bounds:
    north, south = latitude(y, z), latitude(y + 1, z)
    return Bounds(round(north, 6), round(south, 6), round(longitude(x, z), 6), round(longitude(x + 1, z), 6))


def pixels(z: int, x: int, y: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return latitudes (a column) and longitudes (a row) of the pixel centres."""
    middle = (np.arange(SIZE) + 0.5) / SIZE
    lat = np.degrees(np.arctan(np.sinh(np.pi * (1 - 2 * (y + middle) / (1 << z)))))
    return lat[:, None], ((x + middle) / (1 << z) * 360 - 180)[None, :]


def draw_tile(z: int, x: int, y: int, index_type: str, index: NDArray[np.int64]) -> Tile:
    """Draw the index values of a tile, coloured by category."""
    legend = UNIVERSAL_CATEGORIES if index_type == "UNIVERSAL_AQI" else US_CATEGORIES
    rank = np.zeros(index.shape, np.uint8)
    for number, category in enumerate(legend):
        rank[(index >= category.low) & (index <= category.high)] = number
    counts = np.bincount(rank.ravel(), minlength=len(legend))
    shares = {
        category.name: round(100 * int(counts[number]) / rank.size, 1)
        for number, category in enumerate(legend)
        if counts[number]
    }
    return Tile(
        png=_png(rank, [category.colour for category in legend]),
        bounds=bounds(z, x, y),
        index_type=index_type,
        lowest=int(index.min()),
        highest=int(index.max()),
        mean=round(float(index.mean()), 1),
        shares=shares,
        legend=legend,
    )


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _png(rank: NDArray[np.uint8], colours: list[tuple[int, int, int]]) -> bytes:
    """Encode a picture with a palette and one opacity.

    Importing an imaging library would take longer than drawing the tile.
    """
    height, width = rank.shape
    lines = np.zeros((height, width + 1), np.uint8)
    lines[:, 1:] = rank
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", b"".join(bytes(colour) for colour in colours)),
            _chunk(b"tRNS", bytes([OPACITY] * len(colours))),
            _chunk(b"IDAT", zlib.compress(lines.tobytes(), 6)),
            _chunk(b"IEND", b""),
        )
    )
