"""Pages that are turned: most lines decide the direction, and the others are read again in it.

A short word can be read upside down ("SOS", "609"), and a short line on a page that lies on its side looks
like upright text. Pages that are upright are left alone. Text that is mirrored is none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image

from m3bench_world.servers.ocr.detection import Region
from m3bench_world.servers.ocr.languages import Alphabet
from m3bench_world.servers.ocr.recognition import Line, read_along, read_line
from m3bench_world.servers.ocr.shapes import Quad

UPRIGHT = math.radians(45)
LEAST_LETTERS = 5
"""Letters that a page must have for its direction to be known."""
MAJORITY = 0.6
"""Share of the letters that must agree on the direction."""
WIDE = 1.3
"""Lines that are wider than high by this factor have a direction."""
SURE = 0.8
"""Certainty of the lines that decide."""
LOSS = 0.15
"""Certainty that a line may lose when it is read in the direction of its page."""
DOUBTFUL_PAGE = 0.9
"""Mean certainty below which a page may be mirrored."""
PROBES = 5
"""Longest lines that are read in the mirror."""


def align(
    image: Image.Image, regions: Sequence[Region], lines: Sequence[Line], alphabet: Alphabet
) -> list[Line]:
    """Return the lines of the regions, all read in the direction of the page if the page is turned."""
    page = page_angle(lines)
    if page is None or abs(page) < UPRIGHT:
        return list(lines)
    aligned = []
    for region, line in zip(regions, lines, strict=True):
        quarters = _quarters(page, line.place.angle)
        other = read_along(image, _towards(region.place, page), alphabet) if quarters else line
        aligned.append(other if other.certainty > line.certainty - LOSS else line)
    return aligned


def is_mirrored(
    image: Image.Image, regions: Sequence[Region], lines: Sequence[Line], alphabet: Alphabet
) -> bool:
    """Return whether the text reads better in a mirror, as on the back of a window."""
    letters = sum(len(line.text) for line in lines)
    if letters < LEAST_LETTERS:
        return False
    if sum(line.certainty * len(line.text) for line in lines) >= DOUBTFUL_PAGE * letters:
        return False
    widest = sorted(zip(regions, lines, strict=True), key=lambda pair: -pair[0].place.width)[:PROBES]
    mirrored = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    better = 0
    for region, line in widest:
        seen = read_line(mirrored, region.place.mirrored(image.width), alphabet)
        better += seen.certainty >= DOUBTFUL_PAGE and seen.certainty > line.certainty + LOSS / 3
    return 2 * better > len(widest)


def page_angle(lines: Sequence[Line]) -> float | None:
    """Return the reading direction of most letters in radians, or None if the lines do not agree."""
    voters = [
        line for line in lines if line.place.width >= WIDE * line.place.height and line.certainty >= SURE
    ]
    votes = [(line.place.angle, len(line.text)) for line in voters]
    letters = sum(times for _, times in votes)
    if letters < LEAST_LETTERS:
        return None
    page = min(
        (angle for angle, _ in votes),
        key=lambda one: sum(times * (1 - math.cos(one - angle)) for angle, times in votes),
    )
    agreeing = sum(times for angle, times in votes if not _quarters(page, angle))
    return page if agreeing >= MAJORITY * letters else None


def _quarters(page: float, angle: float) -> int:
    return round((angle - page) / (math.pi / 2)) % 4


def _towards(place: Quad, page: float) -> Quad:
    """Return a rectangle with its corners in the direction of the page."""
    turned = [place.turned(quarters) for quarters in range(4)]
    return max(turned, key=lambda one: math.cos(one.angle - page))
