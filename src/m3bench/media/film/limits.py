"""How long and how large films may be."""

from __future__ import annotations

from typing import Final

from m3bench.media.opening import BrokenMedia

MOST_SECONDS: Final = 120.0
MOST_SIZE: Final = (1280, 720)
"""Width and height in pixels; upright films may be as high as others are wide."""
MOST_FRAMES: Final = 7_200
MOST_PIXELS: Final = 160_000_000
"""Pixels of all frames that one call decodes or encodes: 90 s of 480 × 270 pixels at 10 frames a second."""


class FilmTooLarge(BrokenMedia):
    """The film is longer or larger than allowed."""


def check_size(width: int, height: int) -> None:
    """Raise `FilmTooLarge` if frames of this size are too large."""
    long, short = MOST_SIZE
    if max(width, height) > long or min(width, height) > short:
        raise FilmTooLarge(f"is {width} × {height} pixels; the maximum is {long} × {short}")


def check_seconds(seconds: float) -> None:
    """Raise `FilmTooLarge` if a film of this length is too long."""
    if seconds > MOST_SECONDS:
        raise FilmTooLarge(f"is {seconds:.1f} s long; the maximum is {MOST_SECONDS:g} s")


def check_pixels(pixels: int) -> None:
    """Raise `FilmTooLarge` if so many pixels are too many for one call."""
    if pixels > MOST_PIXELS:
        raise FilmTooLarge(
            f"has {pixels // 1_000_000} million pixels in all frames to process; the maximum is"
            f" {MOST_PIXELS // 1_000_000} million: use a shorter or smaller film"
        )
