"""Corrupted layouts: texts off the page, upon each other, too small."""

from __future__ import annotations

import io
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import Any

from m3bench.checks.check import Evidence
from m3bench.checks.corruption.data import Corruptions, Corruptors, with_contents
from m3bench.checks.documents import PageLayout
from m3bench.checks.files import content, only_file

Texts = list[tuple[float, float, float, str]]
"""Left, top, size and words, in shares of the page and in points."""


def _layout(check: PageLayout, evidence: Evidence, scratch: Path) -> Corruptions:
    path = only_file(evidence, check.path)
    kind = PurePosixPath(path).suffix.lower()
    data = content(evidence.workspace, path)
    wrong: list[tuple[str, Texts]] = []
    if check.inside:
        wrong.append(("a text over the edge", [(0.96, 0.5, 30, "Over the edge of the page")]))
    if check.apart:
        wrong.append(
            ("texts upon each other", [(0.2, 0.5, 30, "One of two"), (0.21, 0.505, 30, "Two of two")])
        )
    if check.smallest is not None:
        wrong.append(("a tiny text", [(0.2, 0.97, max(1.0, check.smallest / 2), "Tiny")]))
    contents = [("the first half", data[: len(data) // 2])]
    if kind == ".pdf":
        contents += [(words, _pdf(texts)) for words, texts in wrong]
    elif kind == ".pptx":
        contents += [(words, _deck(texts)) for words, texts in wrong]
        if check.fits and check.rendered:
            contents.append(
                ("a text too long for its box", _deck([(0.2, 0.2, 40, "Too long for its box " * 8)]))
            )
    return with_contents(evidence, check.path, contents, scratch)


def _pdf(texts: Texts) -> bytes:
    pdf = import_module("fpdf").FPDF(unit="pt", format="A4")
    pdf.set_auto_page_break(False)
    pdf.add_page()
    for left, top, size, words in texts:
        pdf.set_font("Helvetica", size=size)
        pdf.text(left * pdf.w, top * pdf.h, words)
    return bytes(pdf.output())


def _deck(texts: Texts) -> bytes:
    deck: Any = import_module("pptx").Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    for left, top, size, words in texts:
        place = (round(left * deck.slide_width), round(top * deck.slide_height))
        box = slide.shapes.add_textbox(*place, deck.slide_width // 3, deck.slide_height // 12)
        box.text_frame.word_wrap = True
        box.text_frame.text = words
        box.text_frame.paragraphs[0].runs[0].font.size = round(size * 12_700)
    written = io.BytesIO()
    deck.save(written)
    return written.getvalue()


LAYOUT_CORRUPTORS: Corruptors = {PageLayout: _layout}
