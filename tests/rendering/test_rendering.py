"""The room `rendering`: documents, pages and HTML over the real programs."""

from __future__ import annotations

import io
import shutil
import signal
import subprocess
import sys

import pytest
from docx import Document
from fpdf import FPDF
from PIL import Image

from m3bench.rendering import (
    DocumentBroken,
    RenderingUnavailable,
    chart_svg,
    document_pdf,
    documents,
    draw_pages,
    html_picture,
    measure_page,
    office,
    open_picture,
    svg_png,
)
from m3bench.rendering.chromium import Request, Response, find_chromium, start_browser
from tests.processes import ends_in_time

NEEDS_OFFICE = pytest.mark.skipif(office() is None, reason="LibreOffice is not installed")
NEEDS_CHROMIUM = pytest.mark.skipif(find_chromium() is None, reason="Chromium is not installed")


def letter(words: str = "Dear reader") -> bytes:
    document = Document()
    document.add_heading(words, 1)
    document.add_paragraph().paragraph_format.page_break_before = True
    document.add_paragraph("The end.")
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def pdf() -> bytes:
    document = FPDF(unit="pt", format=(200, 100))
    document.add_page()
    document.set_font("helvetica", size=12)
    document.text(20, 40, "Here")
    return bytes(document.output())


def test_pages_that_do_not_exist_are_left_out() -> None:
    drawn = draw_pages(pdf(), "a.pdf", [0, 1, 2], dots_per_point=2, longest_side=1000)
    assert (list(drawn.pictures), drawn.total) == ([1], 1)
    assert Image.open(io.BytesIO(drawn.pictures[1])).size == (400, 200)
    small = draw_pages(pdf(), "a.pdf", [1], dots_per_point=50, longest_side=100)
    assert Image.open(io.BytesIO(small.pictures[1])).size == (100, 50)
    assert measure_page(pdf(), "a.pdf", 7, most=5).boxes == ()
    assert measure_page(pdf(), "a.pdf", 1, most=0).boxes == ()


def test_broken_files_are_told_apart_from_missing_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DocumentBroken, match="not a valid PDF"):
        draw_pages(b"nothing", "a.pdf", [1], dots_per_point=1, longest_side=100)
    with pytest.raises(DocumentBroken, match="not a document"):
        document_pdf(b"a,b", "a.csv")
    with pytest.raises(DocumentBroken, match="not a picture"):
        open_picture(pdf(), "a.png")
    with pytest.raises(DocumentBroken, match="not JSON"):
        chart_svg({"height": float("nan")})
    with pytest.raises(DocumentBroken, match="too large"):
        svg_png('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"></svg>')
    monkeypatch.setenv("PATH", "")
    with pytest.raises(RenderingUnavailable, match="apt-get install libreoffice-writer"):
        document_pdf(letter(), "a.docx")
    with pytest.raises(RenderingUnavailable, match="apt-get install chromium"):
        start_browser()


def test_the_same_document_is_converted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def convert(data: bytes, path: str) -> bytes:
        asked.append(path)
        return b"%PDF" + data[-5:]

    monkeypatch.setattr(documents, "to_pdf", convert)
    first, other = letter("One"), letter("Other")
    assert document_pdf(first, "a.docx") == document_pdf(first, "b.docx")
    document_pdf(first, "a.odt")
    document_pdf(other, "c.docx")
    assert asked == ["a.docx", "a.odt", "c.docx"]


@pytest.mark.slow
@NEEDS_OFFICE
def test_a_letter_becomes_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    letter_again = letter()
    found = document_pdf(letter_again, "letter.docx")
    geometry = measure_page(found, "letter.docx", 1, most=10)
    assert geometry.total == 2
    assert geometry.boxes[0].text == "Dear reader"
    with pytest.raises(DocumentBroken):
        document_pdf(b"PK\x03\x04", "letter.docx")
    monkeypatch.setattr(documents, "to_pdf", None)
    assert document_pdf(letter_again, "copy.docx") == found


@pytest.mark.slow
@NEEDS_CHROMIUM
def test_html_is_drawn_with_the_files_of_its_folder_and_nothing_else() -> None:
    picture = io.BytesIO()
    Image.new("RGB", (50, 50), (255, 0, 0)).save(picture, "PNG")
    page = b"""<!doctype html><body style="margin:0"><img src="red.png" style="display:block">
    <iframe src="file:///etc/passwd"></iframe><div id="said"></div><p style="height:2000px"></p><script>
    fetch('http://127.0.0.1:1/').catch(() => { document.body.style.background = 'rgb(0, 0, 255)' })
    </script>"""
    asked: list[str] = []

    def read(name: str) -> bytes | None:
        asked.append(name)
        return {"a b.html": page, "red.png": picture.getvalue()}.get(name)

    found = html_picture("a b.html", read, width=300)
    image = Image.open(io.BytesIO(found.data)).convert("RGB")
    assert (image.width, found.shown) == (300, 1.0)
    assert image.height > 2000
    assert image.getpixel((10, 10)) == (255, 0, 0)
    assert image.getpixel((10, image.height - 10)) == (0, 0, 255)
    assert set(asked) <= {"a b.html", "red.png", "favicon.ico"}
    part = html_picture("a b.html", read, width=300, zoom=2, whole=False)
    assert Image.open(io.BytesIO(part.data)).size == (600, 400)
    assert part.shown < 0.2


@pytest.mark.slow
@NEEDS_CHROMIUM
def test_a_script_without_end_is_ended() -> None:
    with pytest.raises(RenderingUnavailable, match="in time"):
        html_picture("a.html", lambda _: b"<script>while (true) {}</script>", width=300)


KILLED = """
import os, signal
from m3bench.rendering.chromium import start_browser
browser = start_browser()
browser.new_page(lambda request: None, 300, 200)
print(browser._process._process.pid, browser._process._folder, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
@NEEDS_CHROMIUM
def test_chromium_ends_with_a_process_that_is_killed() -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True, check=False)
    assert ended.returncode == -signal.SIGKILL
    process, folder = ended.stdout.split()
    assert ends_in_time(int(process)), "Chromium is still running"
    shutil.rmtree(folder)


@pytest.mark.slow
@NEEDS_CHROMIUM
def test_pages_do_not_share_what_they_keep() -> None:
    def answer(request: Request) -> Response | None:
        return Response(b"<title>Kept</title>") if request.is_page else None

    browser = start_browser()
    try:
        one, other = (browser.new_page(answer, 300, 200) for _ in range(2))
        for page in (one, other):
            page.open("https://shop.example/")
        one.evaluate("localStorage.setItem('basket', '3')")
        assert one.evaluate("localStorage.getItem('basket')") == "3"
        assert other.evaluate("localStorage.getItem('basket')") is None
        one.close()
        assert other.evaluate("document.title") == "Kept"
    finally:
        browser.close()
