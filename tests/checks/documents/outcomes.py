"""Documents as an agent leaves them, and checks that they pass."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Any

import docx
import pptx
import pypdf
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt, RGBColor
from fpdf import FPDF
from PIL import Image, ImageDraw, ImageFont
from pptx.util import Cm

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
    PdfPicture,
    WebLayout,
)
from m3bench.rendering.chromium import find_chromium
from m3bench_world import World

REPORT, PARTS, SIGNED = "data/office/report.pdf", "data/office/parts.pdf", "data/office/signed.pdf"
AREA = (300.0, 600.0, 120.0, 40.0)
STAMPED, ADA, BOB = "data/office/stamped.pdf", "data/office/ada.bmp", "data/office/bob.bmp"
CODE = "48151623"
PAGE, HAS_CHROMIUM = "data/office/page.html", find_chromium() is not None

DOCUMENT_PASSING: tuple[Check, ...] = (
    DocxParts(
        "data/office/letter.docx",
        (
            DocxParagraph("Our  offer", "heading 1", 1, "center", colour="#c00000"),
            DocxParagraph("Dear Ann Lee,", "Normal", font="Georgia", size=14, bold=True, italic=False),
        ),
        (DocxComment("Really?", "Dear Ann", "Bob Ray"),),
        ("Corner Shop",),
        ("Page",),
        most_comments=1,
    ),
    PdfPages(PARTS, (PdfPage(REPORT, 2), PdfPage(REPORT, 1, 90))),
    PdfForm("data/office/form.pdf", {"full_name": "Ann Lee", "newsletter": True, "terms": False}),
    PdfCopy(SIGNED, REPORT),
    PdfArea(SIGNED, 1, AREA, source=REPORT),
    PdfArea(SIGNED, 2, AREA, "nothing", lacks=("Braeburn",)),
    PdfArea(SIGNED, 1, (40, 40, 200, 100), "source", REPORT),
    PdfPicture(STAMPED, 2, AREA, REPORT, ADA, (BOB,)),
    PageLayout(REPORT, smallest=10),
    PageLayout("data/office/deck.pptx", smallest=12, rendered=False),
    *(
        [
            WebLayout(
                "data/office/page.html",
                ("Two sorts of apples",),
                ("data/office/red.gif",),
                (390,),
                10,
                ("pears",),
            )
        ]
        if find_chromium()
        else []
    ),
)


def report_pages(count: int = 2) -> bytes:
    pdf = FPDF(unit="pt", format="A4")
    for page in range(1, count + 1):
        pdf.add_page()
        pdf.set_font("Helvetica", size=16)
        pdf.text(60, 80, f"Page {page} of the report")
        pdf.set_font("Helvetica", size=11)
        pdf.text(60, 110, f"The code is {CODE}." if page == 1 else "Nothing else.")
    return bytes(pdf.output())


def parts(source: bytes) -> bytes:
    """The second page, and the first one turned."""
    writer = pypdf.PdfWriter()
    pages = pypdf.PdfReader(io.BytesIO(source)).pages
    writer.add_page(pages[1])
    writer.add_page(pages[0]).rotate(90)
    return saved(writer, "write")


def signed(source: bytes) -> bytes:
    """With strokes in the area of the first page."""
    mark = FPDF(unit="pt", format="A4")
    mark.add_page()
    mark.set_line_width(3)
    mark.polyline([(310, 630), (340, 605), (360, 635), (390, 610), (415, 630)])
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(io.BytesIO(source)))
    writer.pages[0].merge_page(pypdf.PdfReader(io.BytesIO(bytes(mark.output()))).pages[0])
    return saved(writer, "write")


def signature(name: str) -> bytes:
    """A name over a stroke, in the middle of a picture."""
    picture = Image.new("RGB", (360, 200), "white")
    pen = ImageDraw.Draw(picture)
    pen.text((24, 64), name, "#1d2f8a", ImageFont.load_default(46))
    pen.rectangle((20, 132, 330, 138), "#1d2f8a")
    written = io.BytesIO()
    picture.save(written, "BMP")
    return written.getvalue()


def stamped(source: bytes, *stamps: tuple[bytes, float, float, float]) -> bytes:
    """With pictures on the second page: at left and top, so many points wide."""
    mark = FPDF(unit="pt", format="A4")
    mark.add_page()
    for picture, left, top, width in stamps:
        mark.image(io.BytesIO(picture), x=left, y=top, w=width)
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(io.BytesIO(source)))
    writer.pages[1].merge_page(pypdf.PdfReader(io.BytesIO(bytes(mark.output()))).pages[0])
    return saved(writer, "write")


def form() -> bytes:
    blank = World().documents.document("fillable_form", 0).data
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(io.BytesIO(blank)))
    values = {"full_name": "Ann Lee", "newsletter": "/Yes"}
    writer.update_page_form_field_values(writer.pages[0], values, auto_regenerate=False)
    return saved(writer, "write")


def letter() -> Any:
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "Corner Shop"
    document.sections[0].footer.paragraphs[0].text = "Page"
    heading = document.add_heading("Our offer", 1)
    heading.alignment = WD_ALIGN_PARAGRAPH.CENTER
    heading.runs[0].font.color.rgb = RGBColor(0xC0, 0, 0)
    run = document.add_paragraph("Dear Ann Lee,").runs[0]
    run.font.name, run.font.size, run.bold = "Georgia", Pt(14), True
    document.add_comment(run, "Really?", "Bob Ray")
    return document


def deck(text: str = "Fuji and Gala", top: float = 8) -> bytes:
    shown = pptx.Presentation()
    slide = shown.slides.add_slide(shown.slide_layouts[5])
    slide.shapes.title.text_frame.text = "Apples"
    box = slide.shapes.add_textbox(Cm(2), Cm(top), Cm(10), Cm(2))
    box.text_frame.word_wrap = True
    box.text_frame.text = text
    return saved(shown, "save")


def web_page(style: str = "max-width: 100%", more: str = "") -> bytes:
    return (
        "<!doctype html><meta charset=utf-8><h1>Two sorts  of <i>apples</i></h1>"
        f'<p>Fuji and Gala</p><img src="red.gif" alt="" style="{style}">{more}'
    ).encode()


def red_picture() -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (600, 300), "red").save(written, "GIF")
    return written.getvalue()


def saved(document: Any, method: str) -> bytes:
    written = io.BytesIO()
    getattr(document, method)(written)
    return written.getvalue()


@cache
def documents() -> dict[str, bytes]:
    report = report_pages()
    return {
        REPORT: report,
        PARTS: parts(report),
        SIGNED: signed(report),
        STAMPED: stamped(report, (signature("Ada Brandt"), 306, 601, 66)),
        ADA: signature("Ada Brandt"),
        BOB: signature("Noor Vasquez"),
        "data/office/form.pdf": form(),
        "data/office/letter.docx": saved(letter(), "save"),
        "data/office/deck.pptx": deck(),
        PAGE: web_page(),
        "data/office/red.gif": red_picture(),
    }


def fill_documents(workspace: Path) -> None:
    """Write the documents."""
    for name, data in documents().items():
        path = workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
