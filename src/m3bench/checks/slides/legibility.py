"""What people can read on slides, as LibreOffice draws them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.checks.slides.corruption import Change, deck_shapes, text_frames
from m3bench.checks.slides.reading import Deck
from m3bench.checks.visible import can_draw, legible_texts, unseen_faults

_TINY = 3


def unread_texts(
    data: bytes, path: str, deck: Deck, texts: Sequence[str] = (), per_slide: Sequence[Sequence[str]] = ()
) -> list[str]:
    """Return what is wrong with texts of any slide, and of given ones, that people cannot read.

    Without LibreOffice, a deck is taken at its word.
    """
    if not (can_draw() and (texts or any(per_slide))):
        return []
    shown = [number for number, slide in enumerate(deck.slides, 1) if not slide.is_hidden]
    pages = legible_texts(data, path, ".pptx", range(1, len(shown) + 1)) if shown else []
    legible = dict(zip(shown, pages, strict=False))
    faults = [
        fault
        for text in texts
        for fault in min((unseen_faults([text], page) for page in pages or [""]), key=len)
    ]
    return faults + [
        f"slide {number}: {fault}"
        for number, wanted in enumerate(per_slide, 1)
        for fault in unseen_faults(wanted, legible.get(number, ""))
    ]


def illegible_decks() -> list[tuple[str, Change]]:
    """Return changes after which nothing can be read, if that is noticed here."""
    return [("tiny texts", _shrink), *covered_decks()] if can_draw() else []


def covered_decks() -> list[tuple[str, Change]]:
    """Return the change after which nothing can be seen, if that is noticed here."""
    return [("all covered", _cover)] if can_draw() else []


def _shrink(deck: Any) -> None:
    from pptx.util import Pt  # noqa: PLC0415 - heavy

    for frame in (frame for shape in deck_shapes(deck) for frame in text_frames(shape)):
        for run in (run for paragraph in frame.paragraphs for run in paragraph.runs):
            run.font.size = Pt(_TINY)


def _cover(deck: Any) -> None:
    from pptx.dml.color import RGBColor  # noqa: PLC0415 - heavy
    from pptx.enum.shapes import MSO_SHAPE  # noqa: PLC0415 - heavy

    for slide in deck.slides:
        sheet = slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, 0, 0, deck.slide_width, deck.slide_height)
        sheet.fill.solid()
        sheet.fill.fore_color.rgb = RGBColor(0x20, 0x40, 0x20)
