"""Positions on slides."""

from __future__ import annotations

from itertools import combinations, islice

from m3bench.checks.slides.reading import Deck, Item, Slide

_SLACK = 0.01
_OVERLAP = 0.05
_BACKGROUND = 0.9
_TITLE_WITHIN = 1 / 3
_MOST_ITEMS = 150

Box = tuple[int, int, int, int]


def has_title(slide: Slide, deck: Deck) -> bool:
    """Return whether there is a title placeholder with text, or a text in the upper third."""
    return any(
        item.text and (item.is_title or (item.box is not None and item.box[1] < deck.height * _TITLE_WITHIN))
        for item in slide.items
    )


def box_faults(number: int, slide: Slide, deck: Deck, *, inside: bool, apart: bool) -> list[str]:
    """Return what is wrong with the boxes of a slide."""
    faults = []
    if inside:
        faults += [f"slide {number}: {name} extends beyond the edge" for name in outside(slide, deck)]
    if apart:
        faults += [f"slide {number}: {one} and {other} overlap" for one, other in covered(slide, deck)]
    return faults


def outside(slide: Slide, deck: Deck) -> list[str]:
    """Return items that extend beyond the edge by more than 1 % of the slide."""
    wide, high = deck.width * _SLACK, deck.height * _SLACK
    return [
        item.name
        for item in slide.items
        if item.box is not None
        and (
            item.box[0] < -wide
            or item.box[1] < -high
            or item.box[2] > deck.width + wide
            or item.box[3] > deck.height + high
        )
    ]


def covered(slide: Slide, deck: Deck) -> list[tuple[str, str]]:
    """Return pairs that overlap by more than 5 % of the smaller item. Full-size pictures are backgrounds."""
    placed = [
        (item, item.box) for item in slide.items if item.box is not None and not _is_background(item, deck)
    ]
    return [
        (one.name, other.name)
        for (one, box), (other, other_box) in combinations(islice(placed, _MOST_ITEMS), 2)
        if _shared(box, other_box) > _OVERLAP * max(1, min(_area(box), _area(other_box)))
    ]


def _is_background(item: Item, deck: Deck) -> bool:
    assert item.box is not None
    return item.picture is not None and _shared(item.box, (0, 0, deck.width, deck.height)) >= _BACKGROUND * (
        deck.width * deck.height
    )


def _area(box: Box) -> int:
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def _shared(one: Box, other: Box) -> int:
    return _area((max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])))
