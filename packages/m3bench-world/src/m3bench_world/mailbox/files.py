"""Files that are attached to mails. Their bytes depend on what they say alone."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import UTC, datetime

_WIDTH, _HEIGHT = 640, 420
_DAY = datetime(2025, 1, 1, tzinfo=UTC)
"""The date in the properties of all PDFs."""


def write_csv(rows: Sequence[Sequence[object]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def write_text(lines: Sequence[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def write_pdf(title: str, lines: Sequence[str]) -> bytes:
    """Return a page with a title and lines below it; a line with a tab has two columns."""
    from fpdf import FPDF  # noqa: PLC0415 - takes a third of a second

    pdf = FPDF()
    pdf.set_creation_date(_DAY)
    pdf.set_producer("m3bench")
    pdf.set_compression(False)
    pdf.set_margins(20, 20)
    pdf.add_page()
    pdf.set_font("Helvetica", "B", 18)
    pdf.cell(170, 14, _latin(title), new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("Helvetica", "", 11)
    for line in lines:
        left, _, right = line.partition("\t")
        pdf.cell(110 if right else 170, 7, _latin(left), new_x="RIGHT" if right else "LMARGIN", new_y="TOP")
        if right:
            pdf.cell(60, 7, _latin(right), align="R")
        pdf.ln(7)
    return bytes(pdf.output())


def draw_label(lines: Sequence[str], *, damaged: bool) -> bytes:
    """Return a picture of a parcel with a label; a damaged one has a torn corner."""
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 - loaded when a picture is asked for

    image = Image.new("RGB", (_WIDTH, _HEIGHT), (205, 205, 200))
    pen = ImageDraw.Draw(image)
    pen.rectangle((60, 50, 580, 380), fill=(186, 140, 92), outline=(120, 86, 50), width=4)
    pen.line((60, 130, 580, 130), fill=(160, 116, 70), width=10)
    pen.rectangle((110, 160, 450, 345), fill=(250, 250, 245), outline=(60, 60, 60), width=2)
    font = ImageFont.load_default(26)
    for index, line in enumerate(lines):
        pen.text((128, 178 + 40 * index), line, fill=(20, 20, 20), font=font)
    if damaged:
        pen.polygon([(580, 260), (470, 380), (500, 330), (455, 300), (580, 230)], fill=(70, 48, 28))
        pen.polygon([(580, 275), (500, 380), (580, 380)], fill=(205, 205, 200))
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


def _latin(text: str) -> str:
    """Reduce a text to the letters of the standard PDF fonts."""
    return text.encode("latin-1", "replace").decode("latin-1")
