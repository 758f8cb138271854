"""Drawn pictures of Mars, as seen by the cameras of a rover."""

from __future__ import annotations

from random import Random

import numpy as np

from m3bench_world.space.drawing import Field, clouds, flat, grid, mix, png, ramp

WIDTH, HEIGHT = 240, 180
_CLOSE_UP = ("MAHLI", "CHEMCAM", "SUPERCAM_RMI", "MARDI")
_GREY = ("NAVCAM", "FHAZ", "RHAZ", "HAZCAM", "MINITES")


def view(camera: str, draw: Random) -> bytes:
    """Draw what a camera saw, as PNG: close ground or a landscape, in grey for cameras without colour."""
    picture = _ground(draw) if camera in _CLOSE_UP else _landscape(draw)
    if any(name in camera for name in _GREY) and camera not in ("NAVCAM_LEFT", "NAVCAM_RIGHT"):
        light = picture @ np.array([0.35, 0.5, 0.15])
        picture = np.repeat(light[..., None], 3, axis=2)
    return png(picture)


def _ground(draw: Random) -> Field:
    x, y = grid(WIDTH, HEIGHT)
    soil = clouds(x * 14 + 10, y * 14 + 10, draw.getrandbits(40), 5)
    cracks = np.abs(clouds(x * 4 + 30, y * 4 + 30, draw.getrandbits(40), 4) - 0.5)
    picture = mix(flat((0.36, 0.2, 0.12)), flat((0.78, 0.52, 0.36)), ramp(soil, 0.25, 0.75))
    return picture * (0.45 + 0.55 * ramp(cracks, 0.0, 0.05))[..., None]


def _landscape(draw: Random) -> Field:
    x, y = grid(WIDTH, HEIGHT)
    dusk = ramp(y, -0.2, 0.8)
    picture = mix(flat((0.85, 0.68, 0.52)), flat((0.66, 0.5, 0.4)), dusk)
    for far, base, rise in ((0.75, 0.2, 0.3), (0.45, 0.05, 0.2)):
        ridge = base + rise * (
            clouds(x * (1.5 + far) + 20, np.zeros_like(x) + 5.5, draw.getrandbits(40), 4) - 0.4
        )
        colour = (0.5 + 0.22 * far, 0.34 + 0.2 * far, 0.25 + 0.18 * far)
        picture = mix(picture, flat(colour), (y < ridge).astype(np.float64))
    depth = np.maximum(0.08 - y, 0.02)
    soil = clouds(x / depth * 0.9 + 60, 3 / depth + 60, draw.getrandbits(40), 4)
    plain = mix(flat((0.42, 0.24, 0.15)), flat((0.72, 0.45, 0.3)), ramp(soil, 0.25, 0.75))
    picture = mix(picture, plain, ramp(0.04 - y, 0.0, 0.05))
    return _with_rocks(picture, x, y, draw)


def _with_rocks(picture: Field, x: Field, y: Field, draw: Random) -> Field:
    places = sorted((draw.random() ** 1.5 * 0.75, draw.random() * 2 - 1, draw.random()) for _ in range(20))
    for nearness, across, size in places:
        width = (0.01 + 0.09 * nearness) * (0.4 + size)
        low_edge = -0.02 - nearness
        rows = np.abs(y[:, 0] - low_edge) < width * 1.5
        columns = np.abs(x[0] - across) < width * 1.5
        if not rows.any() or not columns.any():
            continue
        part = np.ix_(rows, columns)
        left, low = (x[part] - across) / width, (y[part] - low_edge) / (width * 0.6)
        lump = clouds(left * 1.5 + across * 40, low * 1.5 + nearness * 40, draw.getrandbits(40), 2)
        rock = (left**2 + np.maximum(low, -3 * low) ** 2 < 0.6 + 0.7 * lump).astype(np.float64)
        light = np.clip(0.55 + 0.3 * low - 0.2 * left, 0.15, 1)
        picture[part] = mix(picture[part], flat((0.6, 0.37, 0.26)) * light[..., None], rock)
    return picture
