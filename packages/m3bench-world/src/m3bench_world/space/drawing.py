"""Seeded noise, colours and PNG encoding. Imports numpy and Pillow, so only drawing modules import it."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Field = NDArray[np.float64]
Places = NDArray[np.int64]
Colour = tuple[float, float, float]

_SHADES = 63
"""64 steps per colour channel halve the size of the files."""


def png(picture: Field) -> bytes:
    """Encode a picture of height × width × 3 with values from 0 to 1."""
    steps = np.rint(np.clip(picture, 0, 1) * _SHADES)
    pixels = np.rint(steps * (255 / _SHADES)).astype(np.uint8)
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG", compress_level=6)
    return file.getvalue()


def grid(width: int, height: int) -> tuple[Field, Field]:
    """Return x from -1 to 1 across the width, and y upwards in the same scale."""
    x = (np.arange(width) + 0.5) / width * 2 - 1
    y = (1 - (np.arange(height) + 0.5) / height * 2) * (height / width)
    across, up = np.meshgrid(x, y)
    return across, up


def noise(x: Field, y: Field, seed: int) -> Field:
    """Return smooth noise in [0, 1] with a wavelength of 1.

    It uses integers up to the last step, so that it is the same on every machine.
    """
    left, low = np.floor(x), np.floor(y)
    column, row = left.astype(np.int64), low.astype(np.int64)
    right_share, high_share = _ease(x - left), _ease(y - low)
    if _spread(column) * _spread(row) < column.size:
        lattice = _lattice(column, row, seed)
        width = lattice.shape[1]
        place = (row - row.min()) * width + (column - column.min())
        corners = [lattice.take(place + step) for step in (0, 1, width, width + 1)]
    else:
        corners = [_shares(column + aside, row + up, seed) for up in (0, 1) for aside in (0, 1)]
    near = corners[0] * (1 - right_share) + corners[1] * right_share
    far = corners[2] * (1 - right_share) + corners[3] * right_share
    blended: Field = near * (1 - high_share) + far * high_share
    return blended


def _spread(places: Places) -> int:
    return int(places.max()) - int(places.min()) + 2


def _lattice(column: Places, row: Places, seed: int) -> Field:
    """Return the values at all lattice points that a field touches."""
    columns = np.arange(_spread(column)) + column.min()
    rows = np.arange(_spread(row)) + row.min()
    return _shares(columns[None, :], rows[:, None], seed)


def clouds(x: Field, y: Field, seed: int, octaves: int = 4) -> Field:
    """Return fractal noise: each octave has twice the detail and half the weight of the one before."""
    total = np.zeros_like(x)
    for octave in range(octaves):
        total += noise(x * 2**octave, y * 2**octave, seed + octave) * 0.5**octave
    field: Field = total / (2 - 0.5 ** (octaves - 1))
    return field


def _ease(share: Field) -> Field:
    eased: Field = share * share * (3 - 2 * share)
    return eased


def _shares(column: Places, row: Places, seed: int) -> Field:
    start = np.uint64(seed * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF)
    across = column.astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F)
    bits = across + row.astype(np.uint64) * np.uint64(0x165667B19E3779F9) + start
    bits ^= bits >> np.uint64(30)
    bits *= np.uint64(0xBF58476D1CE4E5B9)
    bits ^= bits >> np.uint64(27)
    bits *= np.uint64(0x94D049BB133111EB)
    bits ^= bits >> np.uint64(31)
    shares: Field = (bits >> np.uint64(11)).astype(np.float64) / 2.0**53
    return shares


def tint(field: Field, colour: Colour) -> Field:
    """Return a brightness field as a picture in one colour."""
    picture: Field = field[..., None] * np.array(colour)
    return picture


def mix(first: Field, second: Field, share: Field) -> Field:
    """Blend `share` of the second picture over the first."""
    picture: Field = first + (second - first) * share[..., None]
    return picture


def flat(colour: Colour) -> Field:
    """Return a picture of one colour that broadcasts to any size."""
    return np.array(colour)[None, None, :]


def ramp(field: Field, low: float, high: float) -> Field:
    """Return 0 below `low`, 1 above `high`, smooth between."""
    return _ease(np.clip((field - low) / (high - low), 0, 1))
