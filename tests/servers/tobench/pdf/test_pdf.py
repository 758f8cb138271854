"""The server `pdf`."""

from __future__ import annotations

import io
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from m3bench.core import Look
from m3bench.servers import Files, ToolFailure, load
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.pdf.server import parse_pages
from tests.servers.asking import Asking, InProcess

pdfium: Any = import_module("pypdfium2")
SERVER = "pdf"
PATH = "report.pdf"
TEXT = "# Report\n\nThe code is 48151623 today.\n\n" + "\n".join(f"Line {number}" for number in range(80))


@pytest.fixture
def pdf(tmp_path: Path) -> InProcess:
    """A document of two pages."""
    asked = InProcess("pdf", tmp_path)
    asked("text_to_pdf", path=PATH, text=TEXT)
    return asked


def drawn(pdf: InProcess, path: str, page: int = 1) -> Image.Image:
    """A page as it is shown, one dot for each point."""
    document = pdfium.PdfDocument((pdf.workspace / path).read_bytes())
    document.init_forms()
    image: Image.Image = document[page - 1].render().to_pil().convert("RGB")
    document.close()
    return image


def text_of(pdf: InProcess, path: str) -> str:
    return "".join(page["text"] for page in pdf("read_text", path=path).data["pages"])


def test_a_document_is_made_and_read(ask: Asking) -> None:
    assert ask("text_to_pdf", path="a.pdf", text=TEXT).data == {"written": "a.pdf", "pages": 2}
    info = ask("get_info", path="a.pdf").data
    assert (info["count"], info["pages"][0]["width"], info["form_fields"]) == (2, 595.3, 0)
    assert "Line 79" in ask("read_text", path="a.pdf", pages="2").data["pages"][0]["text"]
    assert ask("read_text", path="a.pdf", pages="3").is_error
    assert ask("text_to_pdf", path="b.pdf", text="Привет").is_error


def test_pages_are_taken_joined_and_split(pdf: InProcess) -> None:
    assert pdf("extract_pages", path=PATH, pages="2,1", output="b.pdf").data == {
        "written": "b.pdf",
        "pages": 2,
    }
    assert text_of(pdf, "b.pdf").startswith("Line")
    assert pdf("merge_pdfs", paths=[PATH, "b.pdf"], output="all.pdf").data["pages"] == 4
    parts = pdf("split_pdf", path="all.pdf", folder="parts", every=3).data["parts"]
    assert [(part["first_page"], part["last_page"]) for part in parts] == [(1, 3), (4, 4)]
    assert pdf("get_info", path=parts[0]["file"]).data["count"] == 3
    assert pdf("merge_pdfs", paths=[PATH], output="x.pdf").is_error
    assert pdf("extract_pages", path=PATH, pages="1-9", output="x.pdf").is_error
    assert not (pdf.workspace / "x.pdf").exists()


@pytest.mark.parametrize(
    "degrees", [90, *(pytest.param(degrees, marks=pytest.mark.slow) for degrees in (0, 180, 270))]
)
def test_stamps_and_redactions_are_where_the_page_shows_them(pdf: InProcess, degrees: int) -> None:
    if degrees:
        pdf("rotate_pages", path=PATH, degrees=degrees, pages="1")
    plain = drawn(pdf, PATH)
    (hit,) = pdf("find_text", path=PATH, text="48151623").data["hits"]
    area = hit["areas"][0]
    inside = (area["left"] + area["width"] / 2, area["top"] + area["height"] / 2)
    pdf("redact_areas", path=PATH, areas=[{"page": 1, **area}], color="#ff0000", output="r.pdf")
    assert drawn(pdf, "r.pdf").getpixel(inside) == (255, 0, 0)
    assert drawn(pdf, "r.pdf").size == plain.size
    assert "48151623" not in text_of(pdf, "r.pdf")
    assert "Line 79" in text_of(pdf, "r.pdf")
    Image.new("RGB", (40, 40), "blue").save(pdf.workspace / "mark.png")
    pdf("stamp_picture", path=PATH, picture="mark.png", left=10, top=20, width=30, pages="1", output="s.pdf")
    stamped = drawn(pdf, "s.pdf")
    assert (stamped.getpixel((12, 22)), stamped.getpixel((38, 48))) == ((0, 0, 255), (0, 0, 255))
    assert stamped.getpixel((8, 18)) == plain.getpixel((8, 18))
    assert "48151623" in text_of(pdf, "s.pdf")


def test_nothing_of_a_redacted_page_stays_in_the_file(pdf: InProcess) -> None:
    pdf("redact_areas", path=PATH, areas=[{"page": 1, "left": 0, "top": 0, "width": 600, "height": 200}])
    reader = pypdf.PdfReader(io.BytesIO((pdf.workspace / PATH).read_bytes()))
    streams: list[Any] = [reader.get_object(number) for number in range(1, len(reader.xref[0]) + 1)]
    assert not any(b"48151623" in stream.get_data() for stream in streams if hasattr(stream, "get_data"))
    for wrong in ({"page": 3}, {"width": -1}):
        area = {"page": 1, "left": 0, "top": 0, "width": 1, "height": 1} | wrong
        assert pdf("redact_areas", path=PATH, areas=[area]).is_error


def test_texts_numbers_and_metadata_are_added(pdf: InProcess) -> None:
    stamp = {
        "text": "DRAFT",
        "left": 100,
        "top": 300,
        "size": 60,
        "angle": 45,
        "opacity": 0.3,
        "color": "#cc0000",
    }
    pdf("stamp_text", path=PATH, **stamp)
    assert pdf("add_page_numbers", path=PATH, format="Page {page} of {pages}").data["pages"] == 2
    text = text_of(pdf, PATH)
    assert text.count("DRAFT") == 2
    assert "Page 2 of 2" in text
    pdf("set_metadata", path=PATH, title="Report", author="Ann Lee")
    assert pdf("get_info", path=PATH).data["metadata"]["author"] == "Ann Lee"
    assert pdf("add_page_numbers", path=PATH, format="no number").is_error
    assert pdf("stamp_text", path=PATH, **stamp | {"size": 0}).is_error
    assert pdf("set_metadata", path=PATH).is_error


def test_pictures_go_in_and_out(pdf: InProcess) -> None:
    Image.new("RGB", (60, 40), "red").save(pdf.workspace / "scan.png")
    assert pdf("pictures_to_pdf", path="scans.pdf", pictures=["scan.png", "scan.png"]).data["pages"] == 2
    (first, _) = pdf("extract_pictures", path="scans.pdf", folder="out").data["pictures"]
    assert (first["file"], first["width"], first["height"]) == ("out/scans-page1-1.png", 60, 40)
    assert pdf("extract_pictures", path=PATH, folder="out").is_error
    assert pdf("pictures_to_pdf", path="x.pdf", pictures=[]).is_error


def test_forms_are_filled(pdf: InProcess) -> None:
    form = World().documents.document("fillable_form", 1)
    (pdf.workspace / "form.pdf").write_bytes(form.data)
    fields = {field["name"]: field for field in pdf("list_form_fields", path="form.pdf").data["fields"]}
    truth: dict[str, Any] = {field["name"]: field for field in form.truth["fields"]}
    assert {name: field["kind"] for name, field in fields.items()} == {
        name: each["kind"] for name, each in truth.items()
    }
    values = {name: each["example"] for name, each in truth.items()}
    pdf("fill_form", path="form.pdf", values=values, output="full.pdf")
    filled = {
        field["name"]: field["value"] for field in pdf("list_form_fields", path="full.pdf").data["fields"]
    }
    for name, value in values.items():
        assert filled[name] == ("Yes" if value is True else value)
    assert drawn(pdf, "full.pdf").tobytes() != drawn(pdf, "form.pdf").tobytes()
    pdf("fill_form", path="form.pdf", values=values, flatten=True, output="flat.pdf")
    assert pdf("list_form_fields", path="flat.pdf").is_error
    assert values["full_name"] in text_of(pdf, "flat.pdf")
    for wrong in ({"nobody": "x"}, {"delivery": "by balloon"}, {}):
        assert pdf("fill_form", path="form.pdf", values=wrong).is_error


def test_the_same_calls_give_the_same_bytes(pdf: InProcess) -> None:
    for output in ("one.pdf", "two.pdf"):
        pdf("stamp_text", path=PATH, text="x", left=1, top=1, output=output)
    assert (pdf.workspace / "one.pdf").read_bytes() == (pdf.workspace / "two.pdf").read_bytes()


def test_answers_say_what_they_show(pdf: InProcess) -> None:
    context = ToolContext(World(), Files(pdf.workspace))
    read = load("pdf").call(context, "read_text", {"path": PATH, "pages": "2"})
    assert read.looked == (Look(PATH, "structure", ((0.5, 1.0),)),)
    assert load("pdf").call(context, "get_info", {"path": PATH}).looked == (Look(PATH, "metadata"),)


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7 nothing more", b"MZ not a document"])
def test_broken_files_are_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_bytes(data)
    pdf = InProcess("pdf", tmp_path)
    for tool in ("get_info", "read_text", "list_form_fields"):
        assert pdf(tool, path="bad.pdf").is_error
    assert pdf("rotate_pages", path="bad.pdf", degrees=90).is_error
    assert (tmp_path / "bad.pdf").read_bytes() == data


@given(st.lists(st.tuples(st.integers(1, 500), st.integers(0, 500)), min_size=1, max_size=20))
def test_lists_of_pages_are_parsed(ranges: list[tuple[int, int]]) -> None:
    text = ", ".join(f"{first}-{last or ''}" for first, last in ranges)
    assert parse_pages(text) == [list(range_) for range_ in ranges]


@given(st.text(max_size=12))
def test_any_other_text_is_refused_with_advice(text: str) -> None:
    found: Any = None
    with suppress(ToolFailure):
        found = parse_pages(text)
    assert found is None or all(first >= 1 for first, _ in found)
