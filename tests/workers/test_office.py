"""The text of office documents."""

from __future__ import annotations

import io
import zipfile

import docx
import openpyxl
import pptx
import pytest
from pptx.util import Cm

from m3bench.workers import DocumentError, office_text


def word() -> bytes:
    document = docx.Document()
    document.add_heading("Minutes", 1)
    document.add_paragraph("Ada takes the keys.")
    document.add_table(1, 2).cell(0, 1).text = "in a cell"
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def deck() -> bytes:
    presentation = pptx.Presentation()
    for number in range(1, 12):
        slide = presentation.slides.add_slide(presentation.slide_layouts[6])
        slide.shapes.add_textbox(Cm(1), Cm(1), Cm(5), Cm(2)).text_frame.text = f"Point {number}"
    written = io.BytesIO()
    presentation.save(written)
    return written.getvalue()


def workbook() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.create_sheet("Prices")
    sheet.append(["tea", 3.5])
    sheet.append([None, None])
    sheet.append([None, "green"])
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def test_texts_are_read_in_order() -> None:
    assert office_text(word(), ".docx", most_characters=1_000).splitlines() == [
        "Minutes",
        "Ada takes the keys.",
        "in a cell",
    ]
    slides = office_text(deck(), ".pptx", most_characters=1_000).splitlines()
    assert slides == [line for number in range(1, 12) for line in (f"Slide {number}", f"Point {number}")]
    assert office_text(workbook(), ".xlsx", most_characters=1_000).splitlines()[1:] == [
        "Sheet Prices",
        "tea\t3.5",
        "\tgreen",
    ]


def test_the_text_is_cut() -> None:
    assert office_text(word(), ".docx", most_characters=4) == "Minu"


def bomb() -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"<p>" + b" " * 60_000_000)
    return written.getvalue()


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", deck(), bomb()])
def test_what_is_no_document_is_refused(data: bytes) -> None:
    with pytest.raises(DocumentError):
        office_text(data, ".docx", most_characters=100)
