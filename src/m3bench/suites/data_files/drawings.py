"""Pictures of simple shapes. Their bytes depend on the versions of Pillow and zlib, and texts on FreeType."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench.media import written_bytes

_MAX_SIDE = 4_000


class _Shape(msgspec.Struct, forbid_unknown_fields=True):
    """A filled rectangle or ellipse (left, top, right, bottom), or a text at its upper left corner."""

    color: str
    rectangle: tuple[int, int, int, int] | None = None
    ellipse: tuple[int, int, int, int] | None = None
    text: str | None = None
    at: tuple[int, int] = (0, 0)
    size: int = 24

    def __post_init__(self) -> None:
        if sum(part is not None for part in (self.rectangle, self.ellipse, self.text)) != 1:
            raise ValueError("expected one of rectangle, ellipse and text")


class _Drawing(msgspec.Struct, forbid_unknown_fields=True):
    size: tuple[int, int]
    background: str = "#ffffff"
    shapes: list[_Shape] = []

    def __post_init__(self) -> None:
        if not all(0 < side <= _MAX_SIDE for side in self.size):
            raise ValueError(f"size must be 1 to {_MAX_SIDE} pixels")


def write_png(content: Any) -> bytes:
    """Draw shapes on a background, in the given order. A box does not include its right and lower edge."""
    from PIL import Image, ImageDraw  # noqa: PLC0415 - heavy

    drawing = msgspec.convert(content, _Drawing)
    image = Image.new("RGB", drawing.size, drawing.background)
    brush = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        _draw(brush, shape)
    return written_bytes(image.save, "PNG")


def _draw(brush: Any, shape: _Shape) -> None:
    from PIL import ImageFont  # noqa: PLC0415 - heavy

    if shape.rectangle:
        brush.rectangle(_inner(shape.rectangle), fill=shape.color)
    elif shape.ellipse:
        brush.ellipse(_inner(shape.ellipse), fill=shape.color)
    else:
        brush.text(shape.at, shape.text, fill=shape.color, font=ImageFont.load_default(shape.size))


def _inner(box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return a box as Pillow counts: with its last row and column."""
    left, top, right, bottom = box
    if right <= left or bottom <= top:
        raise ValueError(f"the box {box} is empty")
    return left, top, right - 1, bottom - 1
