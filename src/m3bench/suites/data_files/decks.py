"""Decks: slides with text boxes, placed in centimetres. Their bytes depend on the version of python-pptx."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from m3bench.media import written_bytes
from m3bench.suites.data_files.packing import repacked

_TIME = datetime(2026, 1, 1, tzinfo=UTC)
_BLANK = 6
"""The layout without placeholders."""


class _Box(msgspec.Struct, forbid_unknown_fields=True):
    """A text in a box: left, top, width and height."""

    text: str
    place: tuple[float, float, float, float]
    size: float = 18
    """Of the letters, in points."""
    bold: bool = False
    colour: str = "000000"
    fill: str | None = None


class _Slide(msgspec.Struct, forbid_unknown_fields=True):
    boxes: list[_Box]
    background: str | None = None


class _Deck(msgspec.Struct, forbid_unknown_fields=True):
    slides: list[_Slide]
    size: tuple[float, float] = (25.4, 14.29)
    """Width and height."""


def write_pptx(content: Any) -> bytes:
    """Write a deck of text boxes, in the given order."""
    from pptx import Presentation  # noqa: PLC0415 - heavy
    from pptx.util import Cm  # noqa: PLC0415

    given = msgspec.convert(content, _Deck)
    deck = Presentation()
    facts = deck.core_properties
    facts.author, facts.created, facts.modified = "m3bench", _TIME, _TIME
    deck.slide_width, deck.slide_height = (Cm(side) for side in given.size)
    for wanted in given.slides:
        slide = deck.slides.add_slide(deck.slide_layouts[_BLANK])
        if wanted.background is not None:
            _fill(slide.background.fill, wanted.background)
        for box in wanted.boxes:
            _add_box(slide, box)
    return repacked(written_bytes(deck.save))


def _add_box(slide: Any, box: _Box) -> None:
    from pptx.dml.color import RGBColor  # noqa: PLC0415 - heavy
    from pptx.util import Cm, Pt  # noqa: PLC0415

    shape = slide.shapes.add_textbox(*(Cm(side) for side in box.place))
    if box.fill is not None:
        _fill(shape.fill, box.fill)
    frame = shape.text_frame
    frame.word_wrap = True
    for number, line in enumerate(box.text.split("\n")):
        paragraph = frame.paragraphs[0] if number == 0 else frame.add_paragraph()
        run = paragraph.add_run()
        run.text = line
        run.font.size, run.font.bold = Pt(box.size), box.bold
        run.font.color.rgb = RGBColor.from_string(box.colour)


def _fill(fill: Any, colour: str) -> None:
    from pptx.dml.color import RGBColor  # noqa: PLC0415 - heavy

    fill.solid()
    fill.fore_color.rgb = RGBColor.from_string(colour)
