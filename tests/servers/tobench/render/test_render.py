"""The server `render`, on what needs no other program: PDFs, charts and pictures."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from fpdf import FPDF
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from m3bench.core import Look
from m3bench.servers import Answer, Files, load
from m3bench.servers.kit import BadArgument
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.render.pages import page_numbers
from tests.servers.asking import Asking, InProcess

SERVER = "render"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">DRAWN</svg>'
CHART = {
    "data": {"values": [{"day": "Mo", "sold": 3}, {"day": "Tu", "sold": 5}]},
    "mark": "bar",
    "encoding": {"x": {"field": "day"}, "y": {"field": "sold", "type": "quantitative"}},
}


def pdf(pages: int = 3, *, shift: float = 0.0) -> bytes:
    document = FPDF(unit="pt", format=(400, 300))
    document.set_font("helvetica", size=20)
    for number in range(pages):
        document.add_page()
        document.text(40, 60, f"Page {number + 1}")
        document.text(40 + shift, 120, "Total 12")
    return bytes(document.output())


def overlapping() -> bytes:
    document = FPDF(unit="pt", format=(400, 300))
    document.set_font("helvetica", size=20)
    document.add_page()
    document.text(40, 60, "Quarterly")
    document.set_font("helvetica", size=22)
    document.text(60, 64, "Results")
    document.text(360, 200, "Beyond the edge")
    return bytes(document.output())


def fill(folder: Path) -> None:
    for name, data in {
        "a.pdf": pdf(),
        "b.pdf": pdf(shift=90),
        "over.pdf": overlapping(),
        "broken.pdf": b"%PDF-1.7 and no more",
        "broken.pptx": b"PK\x03\x04",
        "chart.json": json.dumps(CHART).encode(),
        "far.json": json.dumps({**CHART, "data": {"url": "file:///etc/passwd"}}).encode(),
        "list.json": b"[1]",
        "deep.json": b"[" * 100_000,
        "far.svg": SVG.replace(b"DRAWN", b'<image href="/x.png"/>'),
        "dot.svg": SVG.replace(b"DRAWN", b'<rect width="4" height="4"/>'),
    }.items():
        (folder / name).write_bytes(data)
    picture = Image.new("RGB", (400, 200), "white")
    picture.save(folder / "plain.png")
    ImageDraw.Draw(picture).rectangle((300, 50, 340, 90), fill="red")
    picture.save(folder / "marked.png")


def size(picture: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(picture)).size


def test_pages_are_shown(ask: Asking) -> None:
    fill(ask.workspace)
    heard = ask("render_document", path="a.pdf", pages="2-", zoom=0.75)
    assert heard.data["page_count"] == 3
    assert [each["page"] for each in heard.data["shown"]] == [2, 3]
    assert [size(picture) for picture in heard.pictures] == [(400, 300)] * 2
    assert ask("render_document", path="a.pdf", pages="9").text.endswith("a.pdf has 3 pages")
    area = ask("render_page_area", path="a.pdf", page=1, left=0, top=0, right=0.5, bottom=0.5, zoom=3)
    assert size(area.pictures[0]) == (800, 600)
    assert "libreoffice-impress" in str(ask("check_programs").data) or "LibreOffice" in str(
        ask("check_programs").data
    )


@pytest.fixture
def quick(tmp_path: Path) -> InProcess:
    fill(tmp_path)
    return InProcess(SERVER, tmp_path)


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("render_document", {"path": "broken.pdf"}, "not a valid PDF"),
        ("render_document", {"path": "broken.pptx"}, "not a readable office file"),
        ("render_document", {"path": "chart.json"}, "is no document"),
        ("render_document", {"path": "a.pdf", "pages": "0"}, "does not name pages"),
        ("render_document", {"path": "a.pdf", "pages": "3-1"}, "does not name pages"),
        ("render_document", {"path": "a.pdf", "pages": "1," * 99}, "ranges"),
        ("render_document", {"path": "a.pdf", "zoom": 1e9}, "not between"),
        ("render_document", {"path": "../a.pdf"}, "workspace"),
        ("render_document", {"path": "none.pdf"}, "no readable file"),
        ("render_page_area", {"path": "a.pdf", "page": 4} | dict.fromkeys(("left", "top"), 0)
         | {"right": 1, "bottom": 1}, "no page 4"),
        ("render_page_area", {"path": "a.pdf", "page": 1, "left": 0.5, "top": 0, "right": 0.5, "bottom": 1},
         "greater than left"),
        ("render_html", {"path": "a.pdf"}, "no HTML"),
        ("render_chart", {"path": "far.json"}, "refers to data at an address"),
        ("render_chart", {"path": "far.svg"}, "outside itself"),
        ("render_chart", {"path": "list.json"}, "not a JSON object"),
        ("render_chart", {"path": "deep.json"}, "not JSON"),
        ("render_chart", {"path": "a.pdf"}, "no chart"),
        ("render_picture", {"path": "a.pdf"}, "is a PDF"),
        ("page_geometry", {"path": "a.pdf", "page": 0}, "no page 0"),
        ("compare_renderings", {"before": "plain.png", "after": "broken.pdf"}, "'after'"),
    ],
)  # fmt: skip
def test_what_cannot_be_rendered_is_told(
    quick: InProcess, tool: str, arguments: dict[str, object], words: str
) -> None:
    heard = quick(tool, **arguments)
    assert heard.is_error
    assert words in heard.text


def answer(quick: InProcess, tool: str, **arguments: object) -> Answer:
    return load(SERVER).call(ToolContext(World(), Files(quick.workspace)), tool, arguments)


def test_looks_say_which_pages_were_seen_and_how(quick: InProcess) -> None:
    assert answer(quick, "render_document", path="a.pdf", pages="3,1").looked == (
        Look.at_pages("a.pdf", [3, 1], 3),
    )
    area = {"left": 0, "top": 0.5, "right": 1, "bottom": 1}
    (look,) = answer(quick, "render_page_area", path="a.pdf", page=1, **area).looked
    assert look.spans == ((0.5 / 3, 1 / 3),)
    (geometry,) = answer(quick, "page_geometry", path="a.pdf", page=2).looked
    assert (geometry.depth, geometry.spans) == ("structure", ((1 / 3, 2 / 3),))
    (part,) = answer(quick, "render_picture", path="plain.png", right=0.5).looked
    assert part.spans == ((0.0, 0.5),)


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from("0123456789-, a٣"), max_size=30))
def test_texts_name_pages_or_are_refused(text: str) -> None:
    try:
        numbers = page_numbers(text)
    except BadArgument:
        return
    assert 1 <= len(numbers) <= 6
    assert len(set(numbers)) == len(numbers)
    assert min(numbers) >= 1


def test_geometry_names_what_overlaps_and_what_leaves_the_page(quick: InProcess) -> None:
    fine = quick("page_geometry", path="a.pdf").data
    assert (fine["overlaps"], fine["beyond_page"]) == ([], [])
    assert [box["text"] for box in fine["boxes"]] == ["Page 1", "Total 12"]
    left, top, _, bottom = fine["boxes"][0]["box"]
    assert left == pytest.approx(41, abs=2)
    assert 40 < top < bottom < 66
    bad = quick("page_geometry", path="over.pdf").data
    texts = [box["text"] for box in bad["boxes"]]
    assert len(bad["overlaps"]) >= 1
    assert any("Quarterly"[:5] in texts[number] for number in bad["overlaps"][0]["boxes"])
    assert bad["beyond_page"]


def test_differences_are_framed(quick: InProcess) -> None:
    found = quick("compare_renderings", before="plain.png", after="marked.png")
    assert found.data["regions"] == [[300, 50, 341, 91]]
    same = quick("compare_renderings", before="a.pdf", after="a.pdf", page=2).data
    assert (same["differing_share"], same["regions"]) == (0.0, [])
    moved = quick("compare_renderings", before="a.pdf", after="b.pdf").data
    assert moved["region_count"] >= 1
    assert all(region[1] > 100 for region in moved["regions"])


def test_charts_and_pictures_are_shown(quick: InProcess) -> None:
    chart = quick("render_chart", path="chart.json", scale=1)
    assert size(chart.pictures[0]) == (chart.data["width"], chart.data["height"])
    assert quick("render_chart", path="chart.json", scale=1).pictures == chart.pictures
    assert size(quick("render_chart", path="dot.svg", scale=4).pictures[0]) == (36, 36)
    corner = quick("render_picture", path="marked.png", left=0.75, top=0.25, right=0.85, bottom=0.45)
    assert Image.open(io.BytesIO(corner.pictures[0])).convert("RGB").getpixel((5, 5)) == (255, 0, 0)


def test_without_the_programs_it_says_what_to_install(
    quick: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(quick.workspace))
    import_deck = io.BytesIO()
    from pptx import Presentation

    Presentation().save(import_deck)
    (quick.workspace / "deck.pptx").write_bytes(import_deck.getvalue())
    (quick.workspace / "page.html").write_text("<p>Hello</p>")
    assert "apt-get install libreoffice" in quick("render_document", path="deck.pptx").text
    assert "apt-get install chromium" in quick("render_html", path="page.html").text
    programs = quick("check_programs").data["programs"]
    assert [program["program"] for program in programs if not program["installed"]] == [
        "LibreOffice",
        "Chromium",
    ]
    assert quick("render_document", path="a.pdf").data["page_count"] == 3
