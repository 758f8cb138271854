"""A camera in a street: from metres to pixels."""

from __future__ import annotations

import math

import msgspec

EYE = 2.4
"""Metres above the road."""
NEAR = 0.6

Spot = tuple[float, float, float]
"""Metres across the street to the right, up, and along it."""


class View(msgspec.Struct, frozen=True):
    """Direction of the camera, in degrees."""

    heading: float
    pitch: float
    fov: float


class Camera:
    """Projects the street's metres onto pixels."""

    def __init__(self, view: View, road_bearing: float, width: int, height: int) -> None:
        turn, tilt = math.radians(view.heading - road_bearing), math.radians(view.pitch)
        self._turn = math.cos(turn), math.sin(turn)
        self._tilt = math.cos(tilt), math.sin(tilt)
        self._focus = width / 2 / math.tan(math.radians(view.fov) / 2)
        self._middle = width / 2, height / 2

    def seen(self, spot: Spot) -> Spot:
        """Return the position relative to the camera: right, up, ahead."""
        x, y, z = spot[0], spot[1] - EYE, spot[2]
        cosine, sine = self._turn
        x, z = x * cosine - z * sine, x * sine + z * cosine
        cosine, sine = self._tilt
        return x, y * cosine - z * sine, y * sine + z * cosine

    def flat(self, seen: Spot) -> tuple[float, float]:
        x, y, z = seen
        return self._middle[0] + self._focus * x / z, self._middle[1] - self._focus * y / z

    def polygon(self, spots: list[Spot]) -> list[tuple[float, float]]:
        """Project a polygon to pixels, clipped at the camera; empty if nothing is in front of it."""
        seen = [self.seen(spot) for spot in spots]
        kept: list[Spot] = []
        for first, second in zip(seen, [*seen[1:], seen[0]], strict=True):
            if first[2] >= NEAR:
                kept.append(first)
            if (first[2] >= NEAR) != (second[2] >= NEAR):
                share = (NEAR - first[2]) / (second[2] - first[2])
                kept.append(
                    (
                        first[0] + (second[0] - first[0]) * share,
                        first[1] + (second[1] - first[1]) * share,
                        NEAR,
                    )
                )
        return [self.flat(one) for one in kept] if len(kept) > 2 else []

    def horizon(self) -> float:
        cosine, sine = self._tilt
        return self._middle[1] + self._focus * sine / max(0.02, cosine)
