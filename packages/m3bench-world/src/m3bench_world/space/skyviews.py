"""Drawn pictures of the sky, with one function per kind of subject."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from m3bench_world.space.cycle import Region
from m3bench_world.space.drawing import Colour, Field, clouds, flat, grid, mix, png, ramp, tint

WIDTH, HEIGHT = 288, 216

_WARM: tuple[Colour, ...] = ((1.0, 0.45, 0.25), (1.0, 0.65, 0.3), (0.9, 0.35, 0.5))
_COOL: tuple[Colour, ...] = ((0.25, 0.6, 1.0), (0.35, 0.85, 0.8), (0.5, 0.45, 1.0))


def paint(subject: str, draw: Random, *, phase: float, spots: Sequence[tuple[Region, int]]) -> bytes:
    """Draw a subject as PNG.

    `phase` is the Moon's; `spots` are the regions on the Sun with their longitudes.
    """
    if subject == "sun":
        return png(_sun(draw, spots))
    if subject == "moon":
        return png(_moon(draw, phase))
    return png(_PAINTERS[subject](draw))


def _seed(draw: Random) -> int:
    return draw.getrandbits(40)


def _stars(draw: Random, number: int) -> Field:
    picture = np.zeros((HEIGHT, WIDTH, 3))
    for _ in range(number):
        x, y = int(draw.random() * (WIDTH - 2)) + 1, int(draw.random() * (HEIGHT - 2)) + 1
        light = 0.25 + 0.75 * draw.random() ** 3
        blue = draw.random()
        colour = np.array([1.0 - 0.25 * blue, 0.9, 0.75 + 0.25 * blue]) * light
        picture[y, x] = np.maximum(picture[y, x], colour)
        if light > 0.75:
            for row, column in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                picture[row, column] = np.maximum(picture[row, column], colour * 0.45)
    return picture


def _nebula(draw: Random) -> Field:
    x, y = grid(WIDTH, HEIGHT)
    warm, cool = draw.choice(_WARM), draw.choice(_COOL)
    bend = clouds(x * 2 + 9, y * 2 + 9, _seed(draw)) - 0.5
    gas = clouds(x * 2.4 + 5 + bend * 2, y * 2.4 + 5, _seed(draw), 5)
    dust = clouds(x * 3 + 20, y * 3 + bend * 3 + 20, _seed(draw), 5)
    reach = ramp(1.25 - np.hypot(x, y * 1.2), 0.1, 0.95)
    picture = tint(ramp(gas, 0.38, 0.8) * reach, warm) * 1.2
    picture += tint(ramp(1 - gas, 0.4, 0.75) * reach * 0.55, cool)
    picture *= (1 - 0.8 * ramp(dust, 0.52, 0.72))[..., None]
    return picture + _stars(draw, 320)


def _galaxy(draw: Random) -> Field:
    x, y = grid(WIDTH, HEIGHT)
    turn, tilt = draw.random() * math.pi, 0.4 + 0.5 * draw.random()
    along = x * math.cos(turn) + y * math.sin(turn)
    across = (y * math.cos(turn) - x * math.sin(turn)) / tilt
    radius = np.hypot(along, across) + 1e-6
    arms = 2 if draw.random() < 0.7 else 4
    winding = 2.2 + 1.6 * draw.random()
    wave = np.cos(arms * (np.arctan2(across, along) - winding * np.log(radius * 6)))
    grain = clouds(x * 9 + 30, y * 9 + 30, _seed(draw), 3)
    disc = np.exp(-radius * 3.3)
    arm_light = disc * (0.35 + 0.65 * ramp(wave, -0.4, 0.9)) * (0.55 + 0.9 * grain) * 1.7
    core = np.exp(-((radius * 7) ** 2))
    picture = tint(arm_light, (0.62, 0.72, 1.0)) + tint(core, (1.0, 0.88, 0.62))
    return picture + _stars(draw, 150) * 0.8


def _cluster(draw: Random) -> Field:
    picture = _stars(draw, 160)
    spread = 26 + 34 * draw.random()
    for _ in range(420):
        angle, distance = draw.random() * 2 * math.pi, spread * (draw.random() + draw.random() * 1.2) ** 1.6
        x, y = int(WIDTH / 2 + distance * math.cos(angle)), int(HEIGHT / 2 + distance * math.sin(angle))
        if 0 <= x < WIDTH and 0 <= y < HEIGHT:
            heat = draw.random()
            picture[y, x] = np.array([1, 0.75 + 0.2 * heat, 0.5 + 0.5 * heat]) * (0.5 + 0.5 * draw.random())
    x_field, y_field = grid(WIDTH, HEIGHT)
    glow = np.exp(-np.hypot(x_field, y_field) * 5) * 0.35
    return picture + tint(glow, (1.0, 0.9, 0.75))


def _ball(x: Field, y: Field, radius: float) -> tuple[Field, Field, Field]:
    """Return the mask of a ball, and the surface: depth towards the viewer, and height."""
    inside = x * x + y * y < radius * radius
    depth = np.sqrt(np.maximum(radius * radius - x * x - y * y, 0)) / radius
    return inside.astype(np.float64), depth, y / radius


def _planet(draw: Random) -> Field:
    x, y = grid(WIDTH, HEIGHT)
    inside, depth, height = _ball(x, y, 0.46)
    swirl = clouds(x * 4 + 40, y * 10 + 40, _seed(draw), 4)
    bands = clouds(np.zeros_like(x) + 3, height * 5 + 50 + (swirl - 0.5) * 0.7, _seed(draw), 3)
    first, second = draw.choice(_WARM), draw.choice(((0.95, 0.88, 0.75), (0.6, 0.75, 0.85)))
    surface = mix(flat(first), flat(second), ramp(bands, 0.3, 0.7))
    light = np.clip(depth * 0.75 + x * 0.9 + 0.12, 0.02, 1)
    picture = _stars(draw, 130)
    if draw.random() < 0.5:
        picture = mix(picture, flat((0.85, 0.78, 0.62)), _ring(x, y) * (1 - inside * (y > 0)))
        in_front = inside * (1 - _ring(x, y) * (y < 0))
        return mix(picture, surface * light[..., None], in_front)
    return mix(picture, surface * light[..., None], inside)


def _ring(x: Field, y: Field) -> Field:
    distance = np.hypot(x, y / 0.22)
    gap = (np.abs(distance - 0.78) > 0.02).astype(np.float64)
    return ramp(distance, 0.58, 0.62) * (1 - ramp(distance, 0.9, 0.95)) * gap * 0.85


def _moon(draw: Random, phase: float) -> Field:
    x, y = grid(WIDTH, HEIGHT)
    inside, depth, _ = _ball(x, y, 0.6)
    maria = clouds(x * 2 + 60, y * 2 + 60, _seed(draw), 4)
    surface = 0.82 - 0.35 * ramp(maria, 0.45, 0.65)
    for _ in range(45):
        at_x, at_y, size = (
            draw.random() * 1.2 - 0.6,
            draw.random() * 1.2 - 0.6,
            0.015 + 0.05 * draw.random() ** 2,
        )
        distance = np.hypot(x - at_x, y - at_y) / size
        surface = surface - 0.16 * (distance < 0.85) + 0.14 * ((distance >= 0.85) & (distance < 1.1))
    angle = math.pi * (1 - 2 * phase)
    light = 0.03 + 0.97 * ramp(x / 0.6 * math.sin(angle) + depth * math.cos(angle), -0.02, 0.35)
    return mix(_stars(draw, 40), tint(surface * light, (1.0, 0.98, 0.93)), inside)


def _comet(draw: Random) -> Field:
    x, y = grid(WIDTH, HEIGHT)
    angle = draw.random() * 1.2 + 0.2
    along = (x + 0.45) * math.cos(angle) + (y + 0.3) * math.sin(angle)
    across = (y + 0.3) * math.cos(angle) - (x + 0.45) * math.sin(angle)
    streaks = clouds(along * 1.5 + 70, across * 12 / (np.abs(along) + 0.35) + 70, _seed(draw), 3)
    width = 0.03 + np.maximum(along, 0) * 0.16
    tail = (along > 0) * np.exp(-((across / width) ** 2)) * np.exp(-np.maximum(along, 0) * 1.3)
    head = np.exp(-(((x + 0.45) ** 2 + (y + 0.3) ** 2) / 0.0022))
    picture = tint(tail * (0.35 + 0.9 * streaks), (0.55, 0.85, 1.0)) + tint(head, (0.85, 1.0, 0.9))
    return picture + _stars(draw, 220) * 0.9


def _aurora(draw: Random) -> Field:
    x, y = grid(WIDTH, HEIGHT)
    wave = clouds(x * 1.5 + 80, np.zeros_like(x) + 2.5, _seed(draw), 4) - 0.5
    rays = clouds(x * 14 + 80, y * 0.6 + 80, _seed(draw), 3)
    above = y + 0.15 - wave * 0.9
    curtain = (above > 0) * np.exp(-np.maximum(above, 0) * 3.2) * (0.3 + rays)
    picture = _stars(draw, 170) + tint(curtain, (0.15, 0.95, 0.5))
    picture += tint(curtain * ramp(above, 0.2, 0.7), (0.5, 0.05, 0.5))
    hills = y < -0.5 + 0.25 * clouds(x * 3 + 90, np.zeros_like(x) + 7.5, _seed(draw), 4)
    return mix(picture, flat((0.02, 0.03, 0.05)), hills.astype(np.float64))


def _sun(draw: Random, spots: Sequence[tuple[Region, int]]) -> Field:
    x, y = grid(WIDTH, HEIGHT)
    radius = 0.62
    inside, depth, _ = _ball(x, y, radius)
    grain = clouds(x * 40 + 100, y * 40 + 100, _seed(draw), 2)
    bright = (0.45 + 0.55 * depth) * (0.93 + 0.14 * grain)
    for region, longitude in spots:
        latitude, turn = math.radians(region.latitude), math.radians(longitude)
        centre_x = radius * math.cos(latitude) * math.sin(turn)
        centre_y = radius * math.sin(latitude)
        size = 0.008 + 0.006 * region.vigour
        distance = np.hypot((x - centre_x) / max(math.cos(turn), 0.25), y - centre_y)
        bright = bright * (1 - 0.75 * np.exp(-((distance / size) ** 2)))
    picture = tint(bright * inside, (1.0, 0.76, 0.32))
    halo = np.exp(-np.maximum(np.hypot(x, y) - radius, 0) * 14) * (1 - inside) * 0.5
    return picture + tint(halo, (1.0, 0.5, 0.15))


_PAINTERS: dict[str, Callable[[Random], Field]] = {
    "nebula": _nebula,
    "galaxy": _galaxy,
    "cluster": _cluster,
    "planet": _planet,
    "comet": _comet,
    "aurora": _aurora,
}
