"""Blurring parts of a picture beyond recognition."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw, ImageFilter

from m3bench.servers.kit import BadArgument
from m3bench_world.servers.imagesorcery.fields import Fields, Point

USUAL_STRENGTH = 15
MOST_STRENGTH = 999
MOST_WORK = 400_000_000
"""Maximum pixels to blur in one call, over all strengths."""


def blur_areas(image: Image.Image, areas: list[Fields], *, invert: bool) -> Image.Image:
    """Blur the areas of a picture, or everything but the areas."""
    strengths = [area.number("blur_strength", 1, MOST_STRENGTH, USUAL_STRENGTH) for area in areas]
    shapes = [area.corners() for area in areas]
    if invert:
        return _outside(image, shapes, max(strengths))
    if len(set(strengths)) * image.width * image.height > MOST_WORK:
        raise BadArgument("areas", "too many different blur_strengths for so large a picture; use one")
    for strength in sorted(set(strengths)):
        alike = [shape for shape, own in zip(shapes, strengths, strict=True) if own == strength]
        image = _inside(image, alike, strength)
    return image


def _inside(image: Image.Image, shapes: list[list[Point]], strength: float) -> Image.Image:
    return Image.composite(_all_blurred(image, strength), image, _mask(image.size, shapes))


def _outside(image: Image.Image, shapes: list[list[Point]], strength: float) -> Image.Image:
    return Image.composite(image, _all_blurred(image, strength), _mask(image.size, shapes))


def _all_blurred(image: Image.Image, strength: float) -> Image.Image:
    # The strength is the width of the window, as in OpenCV, which derives the deviation in this way.
    deviation = max(0.0, 0.3 * ((strength - 1) * 0.5 - 1) + 0.8)
    return image.filter(ImageFilter.GaussianBlur(deviation))


def _mask(size: tuple[int, int], shapes: list[list[Point]]) -> Image.Image:
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    for shape in shapes:
        if _upright(shape):
            (left, top), _, (right, bottom), _ = shape
            # The right and lower edges of an area are its first pixels outside.
            box = (math.floor(left), math.floor(top), math.ceil(right) - 1, math.ceil(bottom) - 1)
            draw.rectangle(box, fill=255)
        else:
            draw.polygon(shape, fill=255)
    return mask


def _upright(shape: list[Point]) -> bool:
    if len(shape) != 4:
        return False
    (a, b), (c, d), (e, f), (g, h) = shape
    return a == g < c == e and b == d < f == h
