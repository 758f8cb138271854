"""Detections in words: label, main colour, size and position."""

from __future__ import annotations

import numpy as np
from PIL import Image

from m3bench_world.servers.dinox.detector import Box, Detection

_SIDE = 24
_GREYS = ((48, "black"), (110, "dark grey"), (170, "grey"), (215, "light grey"), (256, "white"))
_HUES = (
    (14, "red"), (40, "orange"), (66, "yellow"), (160, "green"), (195, "turquoise"), (255, "blue"),
    (290, "purple"), (335, "pink"), (361, "red"),
)  # fmt: skip


def describe(detection: Detection, image: Image.Image) -> str:
    """Return a phrase such as `a mostly red apple, small, in the lower left`."""
    colour = main_colour(image, detection.box)
    where = f"{size_word(detection.box, image.size)}, {place_word(detection.box, image.size)}"
    return f"a mostly {colour} {detection.label}, {where}"


def main_colour(image: Image.Image, box: Box) -> str:
    """Return the name of the dominant colour in the middle of a box."""
    wide, high = box.size
    inner = (box.xmin + wide * 0.18, box.ymin + high * 0.18, box.xmax - wide * 0.18, box.ymax - high * 0.18)
    patch = image.convert("RGB").resize((_SIDE, _SIDE), Image.Resampling.BOX, box=_usable(inner, image.size))
    names = [_colour_name(*pixel) for pixel in np.asarray(patch).reshape(-1, 3).tolist()]
    return max(sorted(set(names)), key=names.count)


def size_word(box: Box, size: tuple[int, int]) -> str:
    share = box.size[0] * box.size[1] / max(1, size[0] * size[1])
    limits = ((0.004, "tiny"), (0.02, "small"), (0.1, "medium-sized"), (0.35, "large"))
    return next((word for limit, word in limits if share < limit), "filling much of the picture")


def place_word(box: Box, size: tuple[int, int]) -> str:
    x, y = (middle / max(1, length) for middle, length in zip(box.centre, size, strict=True))
    across = "left" if x < 1 / 3 else "right" if x > 2 / 3 else ""
    down = "upper" if y < 1 / 3 else "lower" if y > 2 / 3 else ""
    if not across and not down:
        return "in the centre"
    if not across:
        return f"in the {down} middle"
    return f"in the {down} {across}" if down else f"on the {across}"


def count_labels(detections: list[Detection]) -> dict[str, int]:
    """Count detections by label, the most frequent first."""
    labels = [detection.label for detection in detections]
    return {
        label: labels.count(label) for label in sorted(set(labels), key=lambda one: (-labels.count(one), one))
    }


def _usable(
    box: tuple[float, float, float, float], size: tuple[int, int]
) -> tuple[float, float, float, float]:
    """Clip a box to the picture, keeping some area."""
    left, top = min(max(0.0, box[0]), size[0] - 1.0), min(max(0.0, box[1]), size[1] - 1.0)
    return left, top, min(max(box[2], left + 1.0), size[0]), min(max(box[3], top + 1.0), size[1])


def _colour_name(red: int, green: int, blue: int) -> str:
    high, low = max(red, green, blue), min(red, green, blue)
    if high - low < 26 or high < 34:
        return next(name for limit, name in _GREYS if (high + low) / 2 < limit)
    hue = _hue(red, green, blue)
    name = next(name for limit, name in _HUES if hue < limit)
    if (
        name in ("orange", "red")
        and high < 165
        and hue < 45
        and not (name == "red" and low < 45 and hue < 10)
    ):
        return "brown"
    return name


def _hue(red: int, green: int, blue: int) -> float:
    high, spread = max(red, green, blue), max(red, green, blue) - min(red, green, blue)
    if high == red:
        return 60 * (((green - blue) / spread) % 6)
    if high == green:
        return 60 * ((blue - red) / spread + 2)
    return 60 * ((red - green) / spread + 4)
