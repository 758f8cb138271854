"""Opening and saving decks, and finding slides and shapes in them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from m3bench.servers.kit import BadArgument, NotFound, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import check_number, check_suffix, guarded, read_package, repacked

EMU = 360_000
MOST_SLIDES = 300
MOST_SHAPES = 300
_PT = 12_700
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


@contextmanager
def opened(context: ToolContext, path: str) -> Iterator[Any]:
    """Open a deck for reading, as a python-pptx object."""
    data = read_package(context.files, check_suffix(path, ".pptx"))
    with guarded(path):
        deck = import_module("pptx").Presentation(io.BytesIO(data))
        if len(deck.slides) > MOST_SLIDES:
            raise BadArgument("path", f"the deck has more than {MOST_SLIDES} slides")
        yield deck


@contextmanager
def edited(context: ToolContext, path: str) -> Iterator[Any]:
    """Open a deck and save it at the end. If anything fails, it stays as it is."""
    with opened(context, path) as deck:
        yield deck
        save(context, deck, path)


def save(context: ToolContext, deck: Any, path: str) -> str:
    """Write a deck and return its path relative to the workspace."""
    written = io.BytesIO()
    deck.save(written)
    return context.files.relative(context.files.write(path, repacked(written.getvalue())))


def slide_at(deck: Any, number: int) -> Any:
    slides = list(deck.slides)
    return slides[check_number(number, "slide", len(slides), "slide") - 1]


def shape_at(slide: Any, number: int) -> Any:
    """Return the shape with an id, also in a group."""
    shapes = list(all_shapes(slide.shapes))
    for shape in shapes:
        if shape.shape_id == number:
            return shape
    known = (f"{shape.shape_id} ({shape.name[:40]})" for shape in shapes[:20])
    raise NotFound(f"no shape {number} on the slide", known)


def all_shapes(shapes: Any, depth: int = 0) -> Iterator[Any]:
    """Yield shapes, and those in groups after their group."""
    for shape in shapes:
        yield shape
        if hasattr(shape, "shapes") and depth < 5:
            yield from all_shapes(shape.shapes, depth + 1)


def check_box(left: float, top: float, width: float, height: float) -> tuple[int, int, int, int]:
    """Return a place in EMU. Negative places are allowed: shapes may bleed off the slide."""
    for value, name in ((left, "left_cm"), (top, "top_cm")):
        check_range(value, name, -200, 200)
    for value, name in ((width, "width_cm"), (height, "height_cm")):
        check_range(value, name, 0.05, 200)
    x, y, wide, high = (round(value * EMU) for value in (left, top, width, height))
    return x, y, wide, high


def set_font(font: Any, wanted: dict[str, Any]) -> None:
    """Set font, size, colour, bold, italic or underline of a run."""
    for name, value in wanted.items():
        if name == "font":
            font.name = value
        elif name == "size":
            font.size = round(value * _PT)
        elif name == "color":
            font.color.rgb = import_module("pptx.dml.color").RGBColor.from_string(value[1:].upper())
        else:
            setattr(font, name, value)


def placed(shape: Any) -> dict[str, float]:
    """Return the place of a shape in centimetres."""
    sides = {"left_cm": shape.left, "top_cm": shape.top, "width_cm": shape.width, "height_cm": shape.height}
    return {name: round(side / EMU, 2) for name, side in sides.items() if side is not None}


def in_box(shape: Any) -> dict[str, Any]:
    return {"shape": shape.shape_id, "name": shape.name[:100], **placed(shape)}
