"""Reading slides, including broken ones."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from m3bench.checks.check import CheckFailed, Evidence
from m3bench.checks.files import made_file, readable, require_harmless

MAX_SLIDES = 300
MAX_SHAPES = 2_000
_MAX_DEPTH = 10


@dataclass(frozen=True)
class Item:
    """A visible item of a slide: its text or picture, and its box (left, top, right, bottom)."""

    name: str
    text: str
    picture: bytes | None
    box: tuple[int, int, int, int] | None
    is_title: bool = False
    is_whole: bool = True
    """Whether a picture is shown as it is: not cropped and not turned."""


@dataclass(frozen=True)
class Slide:
    items: list[Item] = field(default_factory=list)
    is_hidden: bool = False
    """Whether it is left out when the slides are shown."""

    @property
    def text(self) -> str:
        return "\n".join(item.text for item in self.items if item.text)

    @property
    def pictures(self) -> list[bytes]:
        return [item.picture for item in self.items if item.picture is not None]


@dataclass(frozen=True)
class Deck:
    slides: list[Slide]
    width: int
    height: int


@contextmanager
def opened_deck(evidence: Evidence, pattern: str) -> Iterator[tuple[str, Any]]:
    """Yield the path and the slides that the agent made, as a python-pptx object.

    Raises:
        CheckFailed: The slides cannot be read. The library reads parts of them only when they are looked at.
    """
    path, data = made_file(evidence, pattern)
    require_harmless(data, path)
    import pptx  # noqa: PLC0415 - only needed where there are slides

    with readable(path, "presentation"):
        shown = pptx.Presentation(io.BytesIO(data))
        if sum(1 for page in shown.slides for _ in all_shapes(page.shapes)) > MAX_SHAPES:
            raise CheckFailed(f"{path} has more than {MAX_SHAPES:,} shapes")
        yield path, shown


def all_shapes(shapes: Any, depth: int = 0) -> Iterator[Any]:
    """Yield shapes, including those in groups."""
    for shape in shapes:
        if hasattr(shape, "shapes") and depth < _MAX_DEPTH:
            yield from all_shapes(shape.shapes, depth + 1)
        else:
            yield shape


def read_deck(data: bytes, path: str) -> Deck:
    """Read all slides. Raise `CheckFailed` if they cannot be read."""
    require_harmless(data, path)
    import pptx  # noqa: PLC0415 - only needed where there are slides

    with readable(path, "presentation"):
        shown = pptx.Presentation(io.BytesIO(data))
        pages = list(shown.slides)[: MAX_SLIDES + 1]
        return Deck(
            [_slide(page) for page in pages], int(shown.slide_width or 0), int(shown.slide_height or 0)
        )


def _slide(page: Any) -> Slide:
    items: list[Item] = []
    for item in _items(page.shapes, page.shapes.title, 0):
        if len(items) >= MAX_SHAPES:
            raise CheckFailed(f"a slide has more than {MAX_SHAPES:,} shapes")
        items.append(item)
    return Slide(items, page._element.get("show") in ("0", "false"))


def _items(shapes: Any, title: Any, depth: int) -> Iterator[Item]:
    """Yield shapes with a text or a picture, including those in groups, whose boxes have their own scale."""
    for shape in shapes:
        if hasattr(shape, "shapes") and depth < _MAX_DEPTH:
            inner = list(_items(shape.shapes, None, depth + 1))
            yield from (Item(item.name, item.text, item.picture, None) for item in inner)
            if inner:
                yield Item(shape.name, "", None, _box(shape))
            continue
        text, picture = _text(shape), picture_in(shape)
        if text or picture is not None:
            is_title = title is not None and shape.shape_id == title.shape_id
            yield Item(shape.name, text, picture, _box(shape), is_title, _is_whole(shape))


def _is_whole(shape: Any) -> bool:
    sides = ("rotation", "crop_left", "crop_top", "crop_right", "crop_bottom")
    return not any(getattr(shape, side, 0) for side in sides)


def _text(shape: Any) -> str:
    if getattr(shape, "has_table", False):
        return "\n".join(" | ".join(cell.text for cell in row.cells) for row in shape.table.rows).strip()
    if getattr(shape, "has_chart", False):
        return "chart"
    return str(shape.text_frame.text).strip() if getattr(shape, "has_text_frame", False) else ""


def picture_in(shape: Any) -> bytes | None:
    """Return the bytes of an embedded picture; None for linked ones."""
    try:
        return bytes(shape.image.blob)
    except (AttributeError, ValueError, KeyError):
        return None


def _box(shape: Any) -> tuple[int, int, int, int] | None:
    sides = (shape.left, shape.top, shape.width, shape.height)
    if any(side is None for side in sides):
        return None
    left, top, width, height = map(int, sides)
    return left, top, left + width, top + height
