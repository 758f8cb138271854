"""Geometry of texts on rendered pages."""

from __future__ import annotations

from itertools import combinations, islice

from m3bench.checks.slides import Slide
from m3bench.workers import PagePlaces, TextPlace

_SLACK = 2.0
_OVERLAP = 0.25
_MOST = 400
_SIZE_SLACK = 0.3
_EMU = 12_700
_SHOWN = 30
_SHORTEST = 2

Box = tuple[float, float, float, float]


def off_page(page: PagePlaces) -> list[str]:
    """Return texts that are not wholly on the page."""
    paper = (-_SLACK, -_SLACK, page.width + _SLACK, page.height + _SLACK)
    return [_shown(text) for text in page.texts if text.text.strip() and not _within(text.box, paper)]


def overlapping(page: PagePlaces) -> list[tuple[str, str]]:
    """Return pairs of texts of which one covers a quarter of the smaller one or more."""
    texts = [text for text in islice(page.texts, _MOST) if text.text.strip()]
    return [
        (_shown(one), _shown(other))
        for one, other in combinations(texts, 2)
        if _shared(one.box, other.box) > _OVERLAP * max(0.1, min(_area(one.box), _area(other.box)))
    ]


def too_small(page: PagePlaces, smallest: float) -> list[str]:
    return [
        _shown(text) for text in page.texts if text.text.strip() and 0 < text.size < smallest - _SIZE_SLACK
    ]


def out_of_box(slide: Slide, page: PagePlaces) -> list[str]:
    """Return lines that are in none of the boxes of the shapes that have their text."""
    boxes = [
        ("".join(item.text.split()), _points(item.box)) for item in slide.items if item.text and item.box
    ]
    faults = []
    for line in page.texts:
        text = "".join(line.text.split())
        homes = [box for words, box in boxes if len(text) >= _SHORTEST and text in words]
        if homes and not any(_within(line.box, _grown(home)) for home in homes):
            faults.append(_shown(line))
    return faults


def _points(box: tuple[int, int, int, int] | None) -> Box:
    left, top, right, bottom = box or (0, 0, 0, 0)
    return left / _EMU, top / _EMU, right / _EMU, bottom / _EMU


def _grown(box: Box) -> Box:
    """Return a box with some room: fonts that are not installed are replaced by slightly larger ones."""
    across, down = _SLACK + 0.02 * (box[2] - box[0]), _SLACK + 0.04 * (box[3] - box[1])
    return box[0] - across, box[1] - down, box[2] + across, box[3] + down


def _within(box: Box, outer: Box) -> bool:
    return box[0] >= outer[0] and box[1] >= outer[1] and box[2] <= outer[2] and box[3] <= outer[3]


def _area(box: Box) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def _shared(one: Box, other: Box) -> float:
    return _area((max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])))


def _shown(place: TextPlace) -> str:
    return " ".join(place.text.split())[:_SHOWN]
