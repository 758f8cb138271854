"""Corrupted PDFs: other pages, values and areas."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from m3bench.checks.check import Corruptions, Evidence
from m3bench.checks.files import content, first_half, only_file, with_contents
from m3bench.media import written_bytes

Change = Callable[[Any], None]
"""Changes a writer of pypdf."""


def changed_pdfs(
    evidence: Evidence, pattern: str, changes: list[tuple[str, Change]], scratch: Path
) -> Corruptions:
    data = content(evidence.workspace, only_file(evidence, pattern))
    contents = [(words, _rewritten(data, change)) for words, change in changes]
    return with_contents(evidence, pattern, [*contents, first_half(data)], scratch)


def _rewritten(data: bytes, change: Change) -> bytes:
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415 - heavy

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    change(writer)
    return written_bytes(writer.write)


def stamp(writer: Any, page: int, area: tuple[float, float, float, float]) -> None:
    """Draw stripes over an area."""
    left, top, width, height = area

    def draw(pdf: Any) -> None:
        pdf.set_fill_color(200, 40, 40)
        for index in range(0, 10, 2):
            pdf.rect(left + index * width / 10, top, width / 10, height, style="F")

    draw_on(writer, page, draw)


def cover(writer: Any, page: int, area: tuple[float, float, float, float]) -> None:
    """Paint an area over."""

    def draw(pdf: Any) -> None:
        pdf.set_fill_color(20, 20, 20)
        pdf.rect(*area, style="F")

    draw_on(writer, page, draw)


def draw_on(writer: Any, page: int, draw: Change) -> None:
    from fpdf import FPDF  # noqa: PLC0415 - heavy
    from pypdf import PdfReader  # noqa: PLC0415 - heavy

    target = writer.pages[page - 1]
    target.transfer_rotation_to_content()
    pdf = FPDF(unit="pt", format=(float(target.mediabox.width), float(target.mediabox.height)))
    pdf.set_auto_page_break(False)
    pdf.add_page()
    draw(pdf)
    target.merge_page(PdfReader(io.BytesIO(bytes(pdf.output()))).pages[0])
