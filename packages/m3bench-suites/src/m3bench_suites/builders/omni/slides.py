"""Calls that make slides, and move what is on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.suites import CallResult, PlannedCall, call

Box = tuple[float, float, float, float]
"""Left, top, width and height, in centimetres."""


def create_deck(path: str, *uses: CallResult, **size: float) -> PlannedCall:
    """Make an empty deck, with `width_cm` and `height_cm` unless it is a usual one."""
    return call("slides/create_deck", *uses, path=path, **size)


def add_slide(path: str, *uses: CallResult) -> PlannedCall:
    """Add an empty slide."""
    return call("slides/add_slide", *uses, path=path, layout="Blank")


def add_text(path: str, text: str, size: float, box: Box, *uses: CallResult, slide: int = 1) -> PlannedCall:
    """Write a text into a new box on a slide."""
    return call("slides/add_text_box", *uses, path=path, slide=slide, text=text, size=size, **_sides(box))


def add_table(
    path: str, rows: Sequence[Sequence[str]], size: float, box: Box, *uses: CallResult, slide: int = 1
) -> PlannedCall:
    """Put a table on a slide."""
    cells = [list(row) for row in rows]
    return call("slides/add_table", *uses, path=path, slide=slide, rows=cells, size=size, **_sides(box))


def add_picture(
    path: str, picture: str, place: tuple[float, float, float], *uses: CallResult, slide: int = 1
) -> PlannedCall:
    """Put a picture on a slide, given left, top and width in centimetres."""
    left, top, width = place
    sides = {"left_cm": left, "top_cm": top, "width_cm": width}
    return call("slides/add_picture", *uses, path=path, slide=slide, picture=picture, **sides)


def place_shape(
    path: str, shape: CallResult, *uses: CallResult, slide: int = 1, **sides: float
) -> PlannedCall:
    """Move what an earlier call made, or change its size: `top_cm`, `height_cm` and the like."""
    number = shape.data["shape"]
    return call("slides/place_shape", shape, *uses, path=path, slide=slide, shape=number, **sides)


def format_text(path: str, shape: CallResult, *uses: CallResult, slide: int = 1, **style: Any) -> PlannedCall:
    """Change the letters of what an earlier call made."""
    number = shape.data["shape"]
    return call("slides/format_text", shape, *uses, path=path, slide=slide, shape=number, **style)


def _sides(box: Box) -> dict[str, float]:
    return dict(zip(("left_cm", "top_cm", "width_cm", "height_cm"), box, strict=True))
