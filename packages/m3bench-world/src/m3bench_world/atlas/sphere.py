"""Geometry on the globe for single points, without numpy for a faster start."""

from __future__ import annotations

import math

EARTH_RADIUS = 6_371_008.8
"""Metres."""
METRES_PER_DEGREE = EARTH_RADIUS * math.pi / 180


def distance(lat: float, lng: float, other_lat: float, other_lng: float) -> float:
    """Return metres along the great circle."""
    phi, other_phi = math.radians(lat), math.radians(other_lat)
    half_lat, half_lng = (other_phi - phi) / 2, math.radians(other_lng - lng) / 2
    square = math.sin(half_lat) ** 2 + math.cos(phi) * math.cos(other_phi) * math.sin(half_lng) ** 2
    return 2 * EARTH_RADIUS * math.asin(min(1.0, math.sqrt(square)))


def move_point(lat: float, lng: float, east: float, north: float) -> tuple[float, float]:
    """Move a point some metres east and north, for short distances."""
    new_lat = max(-90.0, min(90.0, lat + north / METRES_PER_DEGREE))
    new_lng = (lng + east / (METRES_PER_DEGREE * narrowing(lat)) + 180) % 360 - 180
    return new_lat, new_lng


def offset_between(lat: float, lng: float, other_lat: float, other_lng: float) -> tuple[float, float]:
    """Return metres east and north from another point; the inverse of `move_point`."""
    turned = (other_lng - lng + 180) % 360 - 180
    return turned * METRES_PER_DEGREE * narrowing(lat), (other_lat - lat) * METRES_PER_DEGREE


def narrowing(lat: float) -> float:
    """Return the length of a degree of longitude relative to the equator."""
    return max(0.01, math.cos(math.radians(lat)))
