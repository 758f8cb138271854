"""Checks of calls that tasks about places share."""

from __future__ import annotations

from m3bench.checks import Called

_AROUND = 0.02
"""Degrees: whoever has the right place is no farther off, however it was looked up."""


def near_spot(tool: str, spot: tuple[float, float]) -> Called:
    """A tool that takes `lat` and `lng` was asked about a place."""
    lat, lng = ({"$near": value, "absolute": _AROUND} for value in spot)
    return Called(tool, {"lat": lat, "lng": lng})
