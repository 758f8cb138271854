"""Faults of decks."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from m3bench.media import written_bytes

_EMU = 914_400


def move_shape(data: bytes, *, right: float = 0.0, down: float = 1.5, text: str = "") -> bytes:
    """Move the last shape with a text by inches.

    Args:
        data: The deck.
        right: How far to the right; to the left if negative.
        down: How far down; up if negative.
        text: What the shape's text contains; empty for the last shape of the deck.
    """

    def move(shape: Any) -> None:
        shape.left, shape.top = int(shape.left + right * _EMU), int(shape.top + down * _EMU)

    return _changed(data, text, move)


def enlarge_text(data: bytes, *, factor: float = 1.8, text: str = "") -> bytes:
    """Enlarge the letters of the last shape with a text, so that they leave their box."""

    def enlarge(shape: Any) -> None:
        from pptx.util import Pt  # noqa: PLC0415 - heavy

        for paragraph in shape.text_frame.paragraphs:
            for run in paragraph.runs:
                run.font.size = Pt(round((run.font.size.pt if run.font.size else 18) * factor))

    return _changed(data, text, enlarge)


def recolour_text(data: bytes, *, colour: str = "FFFFFF", text: str = "") -> bytes:
    """Give the letters of the last shape with a text another colour."""

    def recolour(shape: Any) -> None:
        from pptx.dml.color import RGBColor  # noqa: PLC0415 - heavy

        for paragraph in shape.text_frame.paragraphs:
            for run in paragraph.runs:
                run.font.color.rgb = RGBColor.from_string(colour)

    return _changed(data, text, recolour)


def _changed(data: bytes, text: str, change: Callable[[Any], None]) -> bytes:
    from pptx import Presentation  # noqa: PLC0415 - heavy

    deck = Presentation(io.BytesIO(data))
    shapes = [
        shape
        for slide in deck.slides
        for shape in slide.shapes
        if shape.has_text_frame and shape.text_frame.text.strip() and text in shape.text_frame.text
    ]
    if not shapes:
        raise ValueError(f"no shape contains {text!r}")
    change(shapes[-1])
    return written_bytes(deck.save)
