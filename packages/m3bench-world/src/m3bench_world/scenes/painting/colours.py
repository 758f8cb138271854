"""Colours: written as `#rrggbb`, mixed, lightened and darkened."""

from __future__ import annotations

from functools import lru_cache

Colour = tuple[int, int, int]
Paint = Colour | str
"""A colour as three numbers or as `#rrggbb`."""

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)


@lru_cache(maxsize=1024)
def _read(text: str) -> Colour:
    value = int(text.removeprefix("#"), 16)
    return value >> 16 & 255, value >> 8 & 255, value & 255


def rgb(paint: Paint) -> Colour:
    return _read(paint) if isinstance(paint, str) else paint


def mix(first: Paint, second: Paint, share: float) -> Colour:
    """Blend two colours: 0 is the first, 1 the second."""
    kept = max(0.0, min(1.0, share))
    red, green, blue = (round(a + (b - a) * kept) for a, b in zip(rgb(first), rgb(second), strict=True))
    return red, green, blue


def lighter(paint: Paint, share: float) -> Colour:
    return mix(paint, WHITE, share)


def darker(paint: Paint, share: float) -> Colour:
    return mix(paint, BLACK, share)
