"""The checks of documents: what is right passes, near misses fail."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pypdf
import pytest
from docx.shared import Pt
from fpdf import FPDF

from m3bench.checks import (
    Check,
    DocxComment,
    DocxParagraph,
    DocxParts,
    PageLayout,
    PdfArea,
    PdfCopy,
    PdfForm,
    PdfPage,
    PdfPages,
    WebLayout,
    read_checks,
)
from m3bench.core import FormatError
from m3bench.rendering import office
from m3bench.rendering.chromium import find_chromium
from tests.checks.documents.outcomes import (
    AREA,
    CODE,
    deck,
    documents,
    form,
    letter,
    red_picture,
    report_pages,
    saved,
    web_page,
)
from tests.checks.outcomes import evidence_of

REPORT = "report.pdf"


def passes(check: Check, folder: Path, **files: bytes) -> bool:
    for name, data in files.items():
        (folder / name.replace("_", ".")).write_bytes(data)
    return check.evaluate(evidence_of(folder)).passed


def written(text: str, *, pages: int = 1) -> bytes:
    """The report with a text at the top of its first page, cut to a number of pages."""
    sheet = FPDF(unit="pt", format="A4")
    sheet.add_page()
    sheet.set_font("Helvetica", size=12)
    sheet.text(300, 40, text)
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(io.BytesIO(report_pages(pages))))
    writer.pages[0].merge_page(pypdf.PdfReader(io.BytesIO(bytes(sheet.output()))).pages[0])
    return saved(writer, "write")


def test_a_copy_says_nothing_but_what_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / REPORT).write_bytes(report_pages(1))
    check = PdfCopy("a.pdf", REPORT, ("PAID 12.50 EUR",))
    for right in ("PAID 12.50 EUR", "Paid  12.50 eur", ""):
        assert passes(check, tmp_path, a_pdf=written(right))
    for wrong in ("PAID 12.50 EUR twice", "PAID 12.51 EUR", "PAID 12.50 EUR PAID 12.50 EUR", "UE 12 PAID"):
        assert not passes(check, tmp_path, a_pdf=written(wrong))
    assert not passes(check, tmp_path, a_pdf=written("PAID 12.50 EUR", pages=2))
    verdict = check.evaluate(evidence_of(tmp_path))
    assert "2 pages, expected 1" in verdict.reason


def test_a_copy_for_the_public_may_lack_texts(tmp_path: Path) -> None:
    (tmp_path / REPORT).write_bytes(written("Ann Lee"))
    less = report_pages(1)
    assert not passes(PdfCopy("a.pdf", REPORT), tmp_path, a_pdf=less)
    assert passes(PdfCopy("a.pdf", REPORT, removed=True), tmp_path, a_pdf=less)
    assert not passes(PdfCopy("a.pdf", REPORT, removed=True), tmp_path, a_pdf=written("Bob Ray"))


def turned(pages: list[tuple[int, int]]) -> bytes:
    """Pages of the report by number, turned by degrees."""
    writer, source = pypdf.PdfWriter(), pypdf.PdfReader(io.BytesIO(report_pages()))
    for number, degrees in pages:
        writer.add_page(source.pages[number - 1]).rotate(degrees)
    return saved(writer, "write")


@pytest.mark.parametrize(
    ("pages", "passed"),
    [([(2, 0), (1, 270)], True), ([(2, 0), (1, 90)], False), ([(1, 270), (2, 0)], False), ([(2, 0)], False)],
)
def test_pages_in_order(pages: list[tuple[int, int]], passed: bool, tmp_path: Path) -> None:
    check = PdfPages("out.pdf", (PdfPage(REPORT, 2), PdfPage(REPORT, 1, 270)))
    assert passes(check, tmp_path, report_pdf=report_pages(), out_pdf=turned(pages)) is passed


def painted(*, really: bool) -> bytes:
    """The report with a black box over the code: above the text, or instead of it."""
    pdf = FPDF(unit="pt", format="A4")
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)
    pdf.text(60, 110, "The code is " if really else f"The code is {CODE}.")
    pdf.rect(100, 95, 100, 22, style="F")
    return bytes(pdf.output())


def test_a_painted_text_is_still_there(tmp_path: Path) -> None:
    check = PdfArea("out.pdf", 1, (130, 98, 60, 16), "nothing", lacks=(CODE,))
    assert not passes(check, tmp_path, out_pdf=painted(really=False))
    assert passes(check, tmp_path, out_pdf=painted(really=True))
    assert not passes(check, tmp_path, out_pdf=report_pages())


def test_ink_must_be_new_and_in_its_place(tmp_path: Path) -> None:
    files = {"report_pdf": report_pages(), "out_pdf": documents()["data/office/signed.pdf"]}
    assert passes(PdfArea("out.pdf", 1, AREA, source=REPORT), tmp_path, **files)
    assert not passes(PdfArea("out.pdf", 2, AREA, source=REPORT), tmp_path)
    assert not passes(PdfArea("out.pdf", 1, (60, 70, 150, 12), source=REPORT), tmp_path)
    assert not passes(PdfArea("out.pdf", 3, AREA), tmp_path)


def test_values_of_a_form(tmp_path: Path) -> None:
    right: dict[str, Any] = {"full_name": "Ann Lee", "newsletter": True}
    assert passes(PdfForm("form.pdf", right), tmp_path, form_pdf=form())
    for wrong in ({"full_name": "Ann"}, {"newsletter": False}, {"nobody": ""}):
        assert not passes(PdfForm("form.pdf", right | wrong), tmp_path)
    assert not passes(PdfForm("form.pdf", right, flattened=True), tmp_path)
    assert not passes(PdfForm("report.pdf", right), tmp_path, report_pdf=report_pages())
    flat = FPDF()
    flat.add_page()
    flat.set_font("Helvetica", size=12)
    flat.text(20, 20, "Name: Ann Lee")
    assert passes(PdfForm("flat.pdf", right, flattened=True), tmp_path, flat_pdf=bytes(flat.output()))


def test_styles_that_come_from_others_count(tmp_path: Path) -> None:
    document = letter()
    document.styles["Normal"].font.size = Pt(9)
    document.add_paragraph("Kind regards", "Quote")
    document.add_paragraph("In a table cell is another text")
    data = saved(document, "save")
    quote = DocxParagraph("Kind regards", "Quote", size=9, italic=True, bold=False, alignment="left")
    assert passes(DocxParts("a.docx", (quote,)), tmp_path, a_docx=data)
    heading = DocxParagraph("Our offer", level=1, bold=True, font="Calibri")
    assert passes(DocxParts("a.docx", (heading,)), tmp_path)
    for wrong in ({"level": 2}, {"alignment": "left"}, {"colour": "#0000ff"}, {"text": "Our"}):
        changed: Any = {"text": "Our offer", **wrong}
        assert not passes(DocxParts("a.docx", (DocxParagraph(**changed),)), tmp_path)
    assert not passes(DocxParts("a.docx", comments=(DocxComment("Really?", "Our offer"),)), tmp_path)
    assert not passes(DocxParts("a.docx", most_comments=0), tmp_path)


def test_a_second_paragraph_with_the_text_must_look_so_too(tmp_path: Path) -> None:
    document = letter()
    check = DocxParts("a.docx", (DocxParagraph("Dear Ann Lee,", bold=True),))
    assert passes(check, tmp_path, a_docx=saved(document, "save"))
    document.add_paragraph("Dear Ann Lee,")
    assert not passes(check, tmp_path, a_docx=saved(document, "save"))


def page_with(*texts: tuple[float, float, float, str]) -> bytes:
    pdf = FPDF(unit="pt", format="A4")
    pdf.add_page()
    for left, top, size, words in texts:
        pdf.set_font("Helvetica", size=size)
        pdf.text(left, top, words)
    return bytes(pdf.output())


@pytest.mark.parametrize(
    ("texts", "passed"),
    [
        ([(60, 80, 12, "One"), (60, 100, 12, "Two")], True),
        ([(60, 80, 12, "One"), (62, 84, 12, "Two")], False),
        ([(570, 80, 12, "Over the edge")], False),
        ([(60, 80, 7, "Tiny")], False),
        ([], False),
    ],
)
def test_the_layout_of_a_pdf(
    texts: list[tuple[float, float, float, str]], passed: bool, tmp_path: Path
) -> None:
    assert passes(PageLayout("a.pdf", smallest=9), tmp_path, a_pdf=page_with(*texts)) is passed


def test_the_boxes_of_a_deck(tmp_path: Path) -> None:
    check = PageLayout("a.pptx", rendered=False)
    assert passes(check, tmp_path, a_pptx=deck())
    assert not passes(check, tmp_path, a_pptx=deck(top=1))
    assert not passes(check, tmp_path, a_pptx=deck(top=18.5))
    assert not passes(PageLayout("a.pptx", rendered=False, smallest=30), tmp_path, a_pptx=deck())


@pytest.mark.slow
@pytest.mark.skipif(office() is None, reason="LibreOffice is not installed")
def test_a_text_that_runs_out_of_its_box_is_seen_when_rendered(tmp_path: Path) -> None:
    long = "There is far more to say about apples than fits into a box of two centimetres. " * 3
    assert passes(PageLayout("a.pptx"), tmp_path, a_pptx=deck())
    assert passes(PageLayout("a.pptx", rendered=False), tmp_path, a_pptx=deck(long))
    assert not passes(PageLayout("a.pptx"), tmp_path, a_pptx=deck(long))
    assert passes(PageLayout("a.docx"), tmp_path, a_docx=saved(letter(), "save"))


@pytest.mark.slow
@pytest.mark.skipif(find_chromium() is None, reason="Chromium is not installed")
@pytest.mark.parametrize(
    ("page", "passed"),
    [
        (web_page(), True),
        (web_page("max-width: 100%; height: 40px; width: 300px"), False),
        (web_page("width: 600px"), False),
        (web_page("position: absolute; left: 0; top: 0; width: 100%"), False),
        (
            web_page(
                more="<p style='height: 12px; overflow: hidden; width: 90px'>Far too long for its box</p>"
            ),
            False,
        ),
        (web_page(more="<script>document.body.innerText = 'gone'</script>"), True),
        (web_page(more="<p style='opacity: 0.1'>Faint</p>"), False),
    ],
)
def test_a_web_page_is_seen_as_in_a_browser(page: bytes, passed: bool, tmp_path: Path) -> None:
    check = WebLayout("a.html", ("two sorts of apples", "Fuji and Gala"), ("red.gif",), (390,))
    assert passes(check, tmp_path, a_html=page, red_gif=red_picture()) is passed


@pytest.mark.parametrize(
    "raw",
    [
        {"check": "web_layout", "path": "a.pdf", "texts": ["x"]},
        {"check": "web_layout", "path": "a.html", "texts": []},
        {"check": "web_layout", "path": "a.html", "texts": ["x"], "widths": [50_000]},
        {"check": "pdf_pages", "path": "a.pdf", "pages": []},
        {"check": "pdf_pages", "path": "a.pdf", "pages": [{"source": "../b.pdf", "page": 1}]},
        {"check": "pdf_form", "path": "a.pdf", "values": {}},
        {"check": "pdf_area", "path": "a.pdf", "page": 1, "area": [0, 0, 0, 5]},
        {"check": "pdf_area", "path": "a.pdf", "page": 1, "area": [0, 0, 5, 5], "shows": "source"},
        {"check": "docx_parts", "path": "a.docx"},
        {"check": "docx_parts", "path": "a.docx", "paragraphs": [{"text": "x", "colour": "red"}]},
        {"check": "page_layout", "path": "a.txt"},
    ],
)
def test_what_cannot_be_right_is_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        read_checks([raw], "task t")
