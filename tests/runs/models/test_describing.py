"""Descriptions of documents for models that do not take them."""

from __future__ import annotations

import io

import docx
import fpdf
import pytest

from m3bench.core import Media, Text
from m3bench.runs.models import describe_media

WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def letter() -> bytes:
    document = docx.Document()
    document.add_paragraph("Dear Ada")
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def invoice() -> bytes:
    pdf = fpdf.FPDF()
    pdf.set_font("helvetica")
    for text in ("Invoice 17", "Total 12 EUR"):
        pdf.add_page()
        pdf.cell(text=text)
    return bytes(pdf.output())


def words(media: Media) -> str:
    found = describe_media(media)
    assert found is not None
    assert found.form == "text"
    return "\n".join(part.text for part in found.content if isinstance(part, Text))


def test_the_text_of_documents_stands_for_them() -> None:
    text = words(Media(media_type="application/pdf", data=invoice(), uri="invoice.pdf"))
    assert "The text of invoice.pdf" in text
    assert "Page 2 of 2:\nTotal 12 EUR" in text
    assert "Dear Ada" in words(Media(media_type=WORD, data=letter()))
    assert "Dear Ada" in words(Media(media_type="application/octet-stream", data=letter(), uri="a.docx"))


@pytest.mark.parametrize(
    "media",
    [
        Media(media_type="application/pdf", data=b"%PDF-broken"),
        Media(media_type=WORD, data=b"PK"),
        Media(media_type="application/zip", data=b"PK", uri="a.zip"),
        Media(media_type="font/ttf", data=b"1"),
    ],
)
def test_what_cannot_be_read_is_not_described(media: Media) -> None:
    assert describe_media(media) is None
