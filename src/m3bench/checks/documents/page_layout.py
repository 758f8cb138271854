"""The check of layouts: nothing overflows, overlaps, leaves the page or is too small to read."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.documents.pdf_reading import page_places
from m3bench.checks.files import FileCheck, content, first_half, made_file, only_file, with_contents
from m3bench.media import written_bytes

if TYPE_CHECKING:
    from m3bench.workers import PagePlaces

SUFFIXES = (".pptx", ".docx", ".pdf")
Texts = list[tuple[float, float, float, str]]
"""Left, top, size and words, in shares of the page and in points."""


class PageLayout(FileCheck, frozen=True):
    """PDFs as they are; decks by the boxes of their shapes and, like documents, as LibreOffice renders
    them."""

    about = "on the pages of a deck, document or PDF, no text overflows, overlaps, or is too small"

    inside: bool = True
    """Whether everything must be on its page."""
    apart: bool = True
    """Whether no two shapes of a slide and no two texts may overlap."""
    fits: bool = True
    """Whether texts of slides must fit into their boxes; only where they are rendered."""
    smallest: float | None = None
    """The smallest font size in points."""
    rendered: bool = True
    """Whether decks are also rendered; documents always are."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if PurePosixPath(self.path).suffix.lower() not in SUFFIXES:
            raise ValueError(f"{self.path!r} must end in one of {', '.join(SUFFIXES)}")
        if not (self.inside or self.apart or self.fits or self.smallest):
            raise ValueError("inside, apart, fits and smallest are all off")

    @property
    def programs(self) -> tuple[str, ...]:
        from m3bench.rendering import program_for  # noqa: PLC0415 - heavy

        program = program_for(self.path)
        is_drawn = self.rendered or not self.path.lower().endswith(".pptx")
        return (program,) if program is not None and is_drawn else ()

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.rendering import document_pdf  # noqa: PLC0415 - heavy

        path, data = made_file(evidence, self.path)
        kind = PurePosixPath(path).suffix.lower()
        faults = self._shape_faults(evidence, data, path) if kind == ".pptx" else []
        if not faults and (kind != ".pptx" or self.rendered):
            pages = page_places(document_pdf(data, path), path)
            if not any(page.texts for page in pages):
                raise CheckFailed(f"{path} has no text")
            faults = self._text_faults(pages)
            faults += self._box_faults(data, path, pages) if kind == ".pptx" and self.fits else []
        return self.verdict_on(path, faults, f"{path}: nothing overflows, overlaps or is too small")

    def _shape_faults(self, evidence: Evidence, data: bytes, path: str) -> list[str]:
        """Return what is wrong with the boxes of shapes and their font sizes."""
        from m3bench.checks.slides import box_faults, formatted_texts, opened_deck, read_deck  # noqa: PLC0415

        deck = read_deck(data, path)
        if not deck.slides:
            raise CheckFailed(f"{path} has no slides")
        faults = []
        for number, slide in enumerate(deck.slides, 1):
            faults += box_faults(number, slide, deck, inside=self.inside, apart=self.apart)
        if self.smallest is not None:
            with opened_deck(evidence, self.path) as (_, shown):
                faults += [
                    f"slide {number}: {text.text[:30]!r} has {text.size:g} points,"
                    f" less than {self.smallest:g}"
                    for number, slide in enumerate(shown.slides, 1)
                    for text in formatted_texts(slide)
                    if text.size < self.smallest
                ]
        return faults

    def _text_faults(self, pages: list[PagePlaces]) -> list[str]:
        from m3bench.checks.documents.places import off_page, overlapping, too_small  # noqa: PLC0415 - heavy

        faults = []
        for number, page in enumerate(pages, 1):
            if self.inside:
                faults += [f"page {number}: {text!r} is not on the page" for text in off_page(page)]
            if self.apart:
                faults += [
                    f"page {number}: {one!r} and {other!r} overlap" for one, other in overlapping(page)
                ]
            if self.smallest is not None:
                faults += [f"page {number}: {text!r} is too small" for text in too_small(page, self.smallest)]
        return faults

    def _box_faults(self, data: bytes, path: str, pages: list[PagePlaces]) -> list[str]:
        from m3bench.checks.documents.places import out_of_box  # noqa: PLC0415 - heavy
        from m3bench.checks.slides import read_deck  # noqa: PLC0415 - heavy

        deck = read_deck(data, path)
        return [
            f"slide {number}: {text!r} runs out of its box"
            for number, (slide, page) in enumerate(zip(deck.slides, pages, strict=False), 1)
            for text in out_of_box(slide, page)
        ]

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = only_file(evidence, self.path)
        kind = PurePosixPath(path).suffix.lower()
        data = content(evidence.workspace, path)
        wrong: dict[str, Texts] = {}
        if self.inside:
            wrong["a text over the edge"] = [(0.96, 0.5, 30, "Over the edge of the page")]
        if self.apart:
            wrong["texts upon each other"] = [(0.2, 0.5, 30, "One of two"), (0.21, 0.505, 30, "Two of two")]
        if self.smallest is not None:
            wrong["a tiny text"] = [(0.2, 0.97, max(1.0, self.smallest / 2), "Tiny")]
        if kind == ".pptx" and self.fits and self.rendered:
            wrong["a text too long for its box"] = [(0.2, 0.2, 40, "Too long for its box " * 8)]
        makers = {".pdf": _pdf, ".pptx": _deck}
        made = [(words, makers[kind](texts)) for words, texts in wrong.items() if kind in makers]
        return with_contents(evidence, self.path, [first_half(data), *made], scratch)


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
    return written_bytes(deck.save)
