"""Points, lines and encoded polylines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

EARTH_RADIUS = 6_371_008.8
METRES_PER_DEGREE = EARTH_RADIUS * math.pi / 180

Point = tuple[float, float]
"""Latitude and longitude in degrees."""


def metres_between(a: Point, b: Point) -> float:
    """Return the great-circle distance in metres."""
    phi, other_phi = math.radians(a[0]), math.radians(b[0])
    half_lat, half_lng = (other_phi - phi) / 2, math.radians(b[1] - a[1]) / 2
    square = math.sin(half_lat) ** 2 + math.cos(phi) * math.cos(other_phi) * math.sin(half_lng) ** 2
    return 2 * EARTH_RADIUS * math.asin(min(1.0, math.sqrt(square)))


def narrowing(lat: float) -> float:
    """Return the length of a degree of longitude relative to the equator."""
    return max(0.01, math.cos(math.radians(lat)))


def path_length(path: Sequence[Point]) -> float:
    return sum(metres_between(a, b) for a, b in pairwise(path))


def bearing(a: Point, b: Point) -> float:
    """Return degrees clockwise from north, for short distances."""
    east = (b[1] - a[1]) * narrowing((a[0] + b[0]) / 2)
    return math.degrees(math.atan2(east, b[0] - a[0])) % 360


def round_point(point: Point, places: int = 5) -> Point:
    return round(point[0], places), round(point[1], places)


def interpolate(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def nearest_on(a: Point, b: Point, point: Point) -> tuple[float, float]:
    """Return the fraction along a–b nearest to a point, and its distance in metres."""
    wide = narrowing(point[0])
    ax, ay = (a[1] - point[1]) * wide, a[0] - point[0]
    dx, dy = (b[1] - a[1]) * wide, b[0] - a[0]
    square = dx * dx + dy * dy
    share = 0.0 if square == 0 else max(0.0, min(1.0, -(ax * dx + ay * dy) / square))
    return share, math.hypot(ax + share * dx, ay + share * dy) * METRES_PER_DEGREE


def encode_polyline(path: Iterable[Point]) -> str:
    """Encode a path with Google's polyline algorithm: differences in 1e-5 degrees, five bits per letter."""
    letters: list[str] = []
    last_lat = last_lng = 0
    for lat, lng in path:
        now_lat, now_lng = round(lat * 1e5), round(lng * 1e5)
        _write(now_lat - last_lat, letters)
        _write(now_lng - last_lng, letters)
        last_lat, last_lng = now_lat, now_lng
    return "".join(letters)


def _write(number: int, letters: list[str]) -> None:
    rest = ~(number << 1) if number < 0 else number << 1
    while rest >= 0x20:
        letters.append(chr((0x20 | (rest & 0x1F)) + 63))
        rest >>= 5
    letters.append(chr(rest + 63))


def decode_polyline(text: str) -> list[Point]:
    """Decode a polyline. Raises `ValueError` if it is invalid."""
    numbers: list[int] = []
    value = shift = 0
    for letter in text:
        bits = ord(letter) - 63
        if not 0 <= bits < 64 or shift > 60:
            raise ValueError("not an encoded polyline")
        value |= (bits & 0x1F) << shift
        shift += 5
        if bits < 0x20:
            numbers.append(~(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    if shift or len(numbers) % 2:
        raise ValueError("an encoded polyline that is cut off")
    path: list[Point] = []
    lat = lng = 0
    for index in range(0, len(numbers), 2):
        lat, lng = lat + numbers[index], lng + numbers[index + 1]
        path.append((lat / 1e5, lng / 1e5))
    return path
