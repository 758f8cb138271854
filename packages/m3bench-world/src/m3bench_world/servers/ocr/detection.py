"""Text detection: the network's map of likely text, split into one region per line."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench_world.servers.ocr.models import FINDER, Floats, model
from m3bench_world.servers.ocr.shapes import Quad, expand, smallest_rectangle

SMALLEST_LONG_SIDE = 960
LARGEST_LONG_SIDE = 1_792
MOST_PIXELS = 2_000_000
MOST_ENLARGED = 3.0
STEP = 32
"""The network halves its input five times, so sides are multiples of this."""
LIKELY_PIXEL = 0.3
LIKELY_LINE = 0.55
GROWTH = 1.6
"""The network marks the core of a line; the text extends further by area over perimeter times this."""
THINNEST = 3
MOST_LINES = 250


class Core(NamedTuple):
    """The pixels that the network marks for one line, in the size in which it saw the picture."""

    mask: NDArray[np.bool_]
    left: int
    top: int
    scale: tuple[float, float]
    """Pixels of the picture per pixel of the mask."""


class Region(NamedTuple):
    """A line of text: the rectangle around it, and the pixels that the network marked."""

    place: Quad
    core: Core


def find_lines(image: Image.Image) -> list[Quad]:
    """Return the lines of text in an RGB picture, in its coordinates, in no particular order."""
    return [region.place for region in find_regions(image)]


def find_regions(image: Image.Image, enlarged: float = 1.0) -> list[Region]:
    """Return the lines of text with their outlines.

    Args:
        image: An RGB picture.
        enlarged: Factor for the size in which the network sees the picture. Larger finds smaller text.
    """
    width, height = _working_size(image.size, enlarged)
    likely = model(FINDER)(normalize(image.resize((width, height), Image.Resampling.BILINEAR)))[0, 0]
    scale = image.width / width, image.height / height
    return [
        Region(_read_along(quad.scaled(*scale)), core._replace(scale=scale))
        for quad, core in _rectangles(likely)
    ]


def normalize(image: Image.Image) -> Floats:
    """Return a batch of one picture: blue, green, red, from -1 to 1."""
    pixels = np.asarray(image, dtype=np.float32)[:, :, ::-1]
    batch: Floats = np.ascontiguousarray((pixels / 127.5 - 1).transpose(2, 0, 1)[np.newaxis])
    return batch


def _working_size(size: tuple[int, int], enlarged: float = 1.0) -> tuple[int, int]:
    longest, area = max(size), size[0] * size[1]
    wanted = min(MOST_ENLARGED, max(1.0, SMALLEST_LONG_SIDE / longest)) * enlarged
    scale = min(wanted, LARGEST_LONG_SIDE / longest, math.sqrt(MOST_PIXELS / area))
    width, height = (max(STEP, round(side * scale / STEP) * STEP) for side in size)
    return width, height


def _rectangles(likely: Floats) -> list[tuple[Quad, Core]]:
    from scipy import ndimage  # noqa: PLC0415 - loaded on first use

    marked = ndimage.binary_dilation(likely > LIKELY_PIXEL, np.ones((2, 2), dtype=bool))
    labels, found = ndimage.label(marked, np.ones((3, 3), dtype=bool))
    scores = np.atleast_1d(ndimage.mean(likely, labels, np.arange(1, found + 1)))
    places = ndimage.find_objects(labels)
    found_lines = []
    for index in np.argsort(-scores, kind="stable")[:MOST_LINES].tolist():
        rows, columns = places[index]
        core = Core(labels[rows, columns] == index + 1, columns.start, rows.start, (1.0, 1.0))
        quad = _rectangle(core.mask, core.left, core.top)
        if scores[index] >= LIKELY_LINE and min(quad.width, quad.height) >= THINNEST:
            found_lines.append((_whole(quad), core))
    return found_lines


def _rectangle(mask: NDArray[np.bool_], left: int, top: int) -> Quad:
    rows = np.flatnonzero(mask.any(axis=1))
    firsts = mask[rows].argmax(axis=1)
    lasts = mask.shape[1] - mask[rows][:, ::-1].argmax(axis=1)
    edges = [
        *zip(firsts.tolist(), rows.tolist(), strict=True),
        *zip(lasts.tolist(), rows.tolist(), strict=True),
    ]
    below = [(x, y + 1) for x, y in edges]
    return smallest_rectangle((float(x + left), float(y + top)) for x, y in edges + below)


def _whole(quad: Quad) -> Quad:
    return expand(quad, quad.width * quad.height * GROWTH / (2 * (quad.width + quad.height)))


def _read_along(quad: Quad) -> Quad:
    """Turn rectangles that are much higher than wide: their text runs vertically."""
    return quad.turned(1) if quad.height >= 1.5 * quad.width else quad
