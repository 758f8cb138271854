"""Shadows of cut-outs: dark where a thing touches the ground, and cast to the side that the light gives."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageChops, ImageFilter

from m3bench_world.scenes.painting import Box, Cutout, Shadow
from m3bench_world.scenes.photographs.light import Light

_SHADE = (14, 12, 16)
_CONTACT = 0.80
"""Where feet begin, as a share of the height."""


def cast_shadow(cutout: Cutout, left: int, top: int, shadow: Shadow, light: Light) -> tuple[Image.Image, Box]:
    """Return the shadow of a cutout at a place, and its box."""
    return _flat(cutout, left, top, light) if shadow == "flat" else _on_ground(cutout, left, top, light)


def _on_ground(cutout: Cutout, left: int, top: int, light: Light) -> tuple[Image.Image, Box]:
    wide, high = cutout.size
    margin = round(max(8, 0.1 * max(wide, high)))
    reach = round(abs(light.side) * high)
    size = wide + reach + 2 * margin, high + 2 * margin
    shift = margin + (reach if light.side < 0 else 0)
    mask = ImageChops.lighter(
        _thrown(cutout.alpha, size, (shift, margin), light), _contact(cutout.alpha, size, (shift, margin))
    )
    return _dark(mask, left - shift, top - margin)


def _thrown(alpha: Image.Image, size: tuple[int, int], origin: tuple[int, int], light: Light) -> Image.Image:
    """Return the outline of the thing, laid on the ground and blurred."""
    high = alpha.height
    foot = origin[1] + high
    depth = max(light.depth, 0.02)
    # For a pixel of the mask: its height above the foot, and from there the pixel of the thing.
    down = (1.0 / depth, high - foot / depth)
    across = (1.0, light.side * down[0], -origin[0] - light.side * (high - down[1]))
    data = (*across, 0.0, *down)
    laid = alpha.transform(size, Image.Transform.AFFINE, data, Image.Resampling.BILINEAR)
    fade = np.linspace(0.55, 1.0, max(2, round(depth * high)))
    column = np.ones(size[1])
    start = foot - len(fade)
    column[max(0, start) : foot] = fade[max(0, -start) :]
    column[foot:] = 0
    shaded = np.asarray(laid, dtype=np.float64) * column[:, None] * light.shade
    mask = Image.fromarray(shaded.astype(np.uint8), "L")
    return mask.filter(ImageFilter.GaussianBlur(1.2 + 0.008 * high))


def _contact(alpha: Image.Image, size: tuple[int, int], origin: tuple[int, int]) -> Image.Image:
    """Return the darkness right below the lowest pixels of the thing."""
    pixels = np.asarray(alpha) > 127
    wide, high = alpha.size
    lowest = high - 1 - pixels[::-1].argmax(axis=0)
    columns = np.flatnonzero(pixels.any(axis=0) & (lowest >= high * _CONTACT))
    thick = max(2, round(0.02 * max(wide, high)))
    mask = np.zeros((size[1], size[0]), dtype=np.uint8)
    for column in columns:
        row = origin[1] + int(lowest[column])
        mask[row - thick : row + thick, origin[0] + column] = 255
    blur = max(1.6, 0.018 * max(wide, high))
    soft = Image.fromarray(mask, "L").filter(ImageFilter.GaussianBlur(blur))
    return soft.point([min(185, round(level * 1.1)) for level in range(256)])


def _flat(cutout: Cutout, left: int, top: int, light: Light) -> tuple[Image.Image, Box]:
    blur = max(1.5, max(cutout.size) * 0.025)
    margin = round(blur * 4)
    size = cutout.image.width + 2 * margin, cutout.image.height + 2 * margin
    near, far = Image.new("L", size), Image.new("L", size)
    near.paste(cutout.alpha.point([round(level * 0.7) for level in range(256)]), (margin, margin))
    far.paste(cutout.alpha.point([round(level * 0.45) for level in range(256)]), (margin, margin))
    step = round(blur * 1.3)
    far = ImageChops.offset(far, step if light.side >= 0 else -step, step)
    mask = ImageChops.lighter(
        near.filter(ImageFilter.GaussianBlur(max(1.0, blur * 0.4))),
        far.filter(ImageFilter.GaussianBlur(blur)),
    )
    return _dark(mask, left - margin, top - margin)


def _dark(mask: Image.Image, x: int, y: int) -> tuple[Image.Image, Box]:
    image = Image.new("RGBA", mask.size, (*_SHADE, 0))
    image.putalpha(mask)
    return image, (x, y, x + mask.width, y + mask.height)
