"""Edges of cut-outs: fringes of the old background are replaced by the colours of the thing."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageFilter

_FAINT, _SOLID = 40, 235
_GRASS_FROM = 0.72
_REACH = 3
"""How far, in pixels, colours are taken from the inside."""


def mended(image: Image.Image) -> Image.Image:
    """Return an RGBA image with clean edges, cropped to what is visible."""
    alpha = image.getchannel("A").point([0 if level < _FAINT else level for level in range(256)])
    box = alpha.getbbox()
    if box is None:
        raise ValueError("the image is empty")
    image, alpha = image.crop(box), alpha.crop(box)
    inside = _inside(alpha)
    colours = _spread(image.convert("RGB"), inside)
    mixed = Image.composite(image.convert("RGB"), colours, inside)
    mixed.putalpha(_soft_edge(alpha))
    return mixed


def without_grass(image: Image.Image) -> Image.Image:
    """Return an RGBA image without the green pixels of its lower part."""
    pixels = np.array(image)
    red, green, blue = (pixels[..., channel].astype(np.int32) for channel in range(3))
    low = np.arange(image.height)[:, None] >= image.height * _GRASS_FROM
    pixels[(green > 1.04 * red) & (green > 1.04 * blue) & low, 3] = 0
    return Image.fromarray(pixels, "RGBA")


def _inside(alpha: Image.Image) -> Image.Image:
    """Return the pixels whose colour is certainly that of the thing."""
    solid = alpha.point([255 if level >= _SOLID else 0 for level in range(256)])
    return _padded(solid, ImageFilter.MinFilter(5))


def _spread(image: Image.Image, inside: Image.Image) -> Image.Image:
    """Return the colours of the inside, spread outwards; beyond their reach, the image itself."""
    weights = np.asarray(inside, dtype=np.float32) / 255
    pixels = np.asarray(image, dtype=np.float32)
    summed = _box_sum(np.dstack([pixels * weights[..., None], weights]))
    weight = summed[..., 3:]
    spread = np.where(weight > 0, summed[..., :3] / np.maximum(weight, 1e-6), pixels)
    return Image.fromarray(np.clip(np.rint(spread), 0, 255).astype(np.uint8), "RGB")


def _box_sum(values: np.ndarray) -> np.ndarray:
    """Return sums over squares around each pixel."""
    margin = _REACH
    padded = np.pad(values, ((margin + 1, margin), (margin + 1, margin), (0, 0))).astype(np.float64)
    sums = padded.cumsum(axis=0).cumsum(axis=1)
    side = 2 * margin + 1
    found: np.ndarray = sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
    return found


def _soft_edge(alpha: Image.Image) -> Image.Image:
    """Return the alpha drawn in by half a pixel and smoothed, so that hard edges have no steps."""
    smooth = _padded(alpha, ImageFilter.GaussianBlur(0.7))
    drawn_in = smooth.point([max(0, min(255, round((level - 96) * 255 / 159))) for level in range(256)])
    fewer = np.minimum(np.asarray(drawn_in), np.asarray(alpha))
    return Image.fromarray(fewer, "L")


def _padded(mask: Image.Image, kernel: ImageFilter.Filter) -> Image.Image:
    """Filter a mask as if there were emptiness around it."""
    wide, high = mask.size
    roomy = Image.new("L", (wide + 8, high + 8))
    roomy.paste(mask, (4, 4))
    return roomy.filter(kernel).crop((4, 4, 4 + wide, 4 + high))
