"""Making PDFs from texts and pictures, with reproducible bytes."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from typing import Any

from fpdf import FPDF
from PIL import Image

from m3bench_world.servers.tobench.pdf.jobs.protocol import Outcome, Refused

SIZES = {"A4": (595.28, 841.89), "A5": (419.53, 595.28), "Letter": (612.0, 792.0)}
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
_MARGIN = 56.0
_MOST_PAGES = 300
_OTHERS = str.maketrans(
    {"–": "-", "—": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "…": "...", "•": "·", "€": "EUR"}
)


def as_latin(text: str) -> str:
    """Return a text in the letters of the standard fonts. Raises `Refused` for others."""
    plain = text.translate(_OTHERS)
    others = sorted({letter for letter in plain if ord(letter) > 255})
    if others:
        raise Refused(
            "text", f"the standard fonts lack {' '.join(others[:10])}; they have Western European letters"
        )
    return plain


def fresh(wide: float, high: float) -> Any:
    """Return an empty document with pages of a size in points."""
    pdf = FPDF(unit="pt", format=(wide, high))
    pdf.set_creation_date(_EPOCH)
    pdf.set_producer("m3bench")
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    return pdf


def picture_page(image: Image.Image, wide: float, high: float) -> bytes:
    """Return a document with one page that a picture fills."""
    pdf = fresh(wide, high)
    pdf.add_page()
    encoded = io.BytesIO()
    image.save(encoded, "PNG", compress_level=1)
    encoded.seek(0)
    pdf.image(encoded, 0, 0, wide, high)
    return bytes(pdf.output())


def write(options: dict[str, Any], files: list[bytes]) -> Outcome:  # noqa: ARG001
    """Set a text in pages: lines that begin with # are headings, blank lines separate paragraphs."""
    wide, high = SIZES[options["page_size"]]
    pdf = fresh(wide, high)
    pdf.set_margins(_MARGIN, _MARGIN)
    pdf.set_auto_page_break(True, _MARGIN)
    pdf.add_page()
    size = options["size"]
    for block in as_latin(options["text"]).split("\n"):
        level = len(block) - len(block.lstrip("#"))
        larger = {1: 1.8, 2: 1.4, 3: 1.2}.get(level, 1.0)
        pdf.set_font("Helvetica", "B" if level else "", size * larger)
        if block.strip():
            pdf.multi_cell(
                0, size * larger * 1.35, block.lstrip("# "), align="L", new_x="LMARGIN", new_y="NEXT"
            )
        else:
            pdf.ln(size * 0.8)
        if pdf.page_no() > _MOST_PAGES:
            raise Refused("text", f"that makes more than {_MOST_PAGES} pages")
    return Outcome({"pages": pdf.page_no()}, [bytes(pdf.output())])


def bind(options: dict[str, Any], files: list[bytes]) -> Outcome:
    """Make a page of each picture, as large as the picture, or centred on pages of a size."""
    pdf = fresh(*SIZES["A4"])
    for data in files:
        image = Image.open(io.BytesIO(data))
        if options["page_size"] == "fit":
            wide, high = image.width * 0.75, image.height * 0.75
            left, top, across, down = 0.0, 0.0, wide, high
        else:
            wide, high = sorted(SIZES[options["page_size"]], reverse=image.width > image.height)
            scale = min((wide - 2 * _MARGIN / 2) / image.width, (high - 2 * _MARGIN / 2) / image.height)
            across, down = image.width * scale, image.height * scale
            left, top = (wide - across) / 2, (high - down) / 2
        pdf.add_page(format=(min(wide, high), max(wide, high)), orientation="L" if wide > high else "P")
        pdf.image(io.BytesIO(data), left, top, across, down)
    return Outcome({"pages": len(files)}, [bytes(pdf.output())])
