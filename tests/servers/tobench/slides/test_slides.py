"""The server `slides`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pptx
import pytest
from PIL import Image
from pptx.dml.color import RGBColor

from m3bench.core import Look
from m3bench.servers import Files, load
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from tests.servers.asking import Asking, InProcess

SERVER = "slides"
PATH = "plan.pptx"
BOX = {"left_cm": 2, "top_cm": 5, "width_cm": 8, "height_cm": 3}


@pytest.fixture
def slides(tmp_path: Path) -> InProcess:
    """A deck with a title slide and one with a text box."""
    asked = InProcess("slides", tmp_path)
    asked("create_deck", path=PATH, title="Plan", subtitle="of 2026")
    asked("add_slide", path=PATH, title="Sorts")
    asked("add_text_box", path=PATH, slide=2, text="Fuji\nGala", **BOX)
    return asked


def shapes(slides: Asking, slide: int = 2) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = slides("list_shapes", path=PATH, slide=slide).data["shapes"]
    return found


def test_a_deck_is_made_and_read(ask: Asking) -> None:
    assert ask("create_deck", path="d.pptx", title="Plan").data["slides"] == 1
    added = ask(
        "add_slide", path="d.pptx", layout="title and content", title="Why", bullets=["One", "\tMore", "Two"]
    ).data
    assert (added["slide"], added["shapes"][1]["text"]) == (2, "One\nMore\nTwo")
    box = ask("add_text_box", path="d.pptx", slide=1, text="Note", **BOX).data
    shape = ask("list_shapes", path="d.pptx", slide=1).data["shapes"][-1]
    assert shape == {
        "shape": box["shape"], "name": box["name"], "left_cm": 2.0, "top_cm": 5.0, "width_cm": 8.0,
        "height_cm": 3.0,        "kind": "text_box", "text": "Note", "font_sizes": [18.0],
    }  # fmt: skip
    assert ask("list_shapes", path="d.pptx", slide=3).is_error
    assert ask("add_slide", path="d.pptx", layout="Fancy").is_error


def test_shapes_are_moved_formatted_and_deleted(slides: InProcess) -> None:
    box = shapes(slides)[-1]["shape"]
    moved = slides("place_shape", path=PATH, slide=2, shape=box, left_cm=-1, width_cm=5, order="back").data
    assert (moved["left_cm"], moved["top_cm"], moved["width_cm"], moved["before"]["left_cm"]) == (
        -1.0,
        5.0,
        5.0,
        2.0,
    )
    assert shapes(slides)[0]["shape"] == box
    slides(
        "format_text",
        path=PATH,
        slide=2,
        shape=box,
        paragraph=2,
        bold=True,
        color="#c00000",
        alignment="right",
    )
    slides("format_shape", path=PATH, slide=2, shape=box, fill="#ffeecc", line="none", rotation=5)
    slides("set_text", path=PATH, slide=2, shape=box, text="One\nTwo\nThree")
    found = next(
        shape
        for shape in pptx.Presentation(str(slides.workspace / PATH)).slides[1].shapes
        if shape.shape_id == box
    )
    assert (found.rotation, found.fill.fore_color.rgb) == (5.0, RGBColor(0xFF, 0xEE, 0xCC))
    assert [paragraph.text for paragraph in found.text_frame.paragraphs] == ["One", "Two", "Three"]
    assert {run.font.size.pt for paragraph in found.text_frame.paragraphs for run in paragraph.runs} == {18.0}
    assert slides("delete_shape", path=PATH, slide=2, shape=box).data["shapes"] == 1
    assert slides("delete_shape", path=PATH, slide=2, shape=box).is_error
    assert slides("place_shape", path=PATH, slide=2, shape=2, width_cm=0).is_error
    assert slides("format_text", path=PATH, slide=2, shape=2).is_error


def test_pictures_tables_charts_and_drawn_shapes(slides: InProcess) -> None:
    Image.new("RGB", (300, 200), "red").save(slides.workspace / "logo.png")
    picture = slides(
        "add_picture", path=PATH, slide=2, picture="logo.png", left_cm=12, top_cm=5, width_cm=3
    ).data
    assert picture["height_cm"] == 2.0
    table = slides("add_table", path=PATH, slide=2, rows=[["Sort", "Price"], ["Fuji", 1.25]], **BOX).data[
        "shape"
    ]
    assert (
        slides("set_cell", path=PATH, slide=2, shape=table, row=2, column=2, text="1.30").data["before"]
        == "1.25"
    )
    chart = {"kind": "column", "categories": ["Fuji", "Gala"], **BOX}
    slides("add_chart", path=PATH, slide=2, series={"2025": [3, 5]}, title="Sold", **chart)
    slides("add_shape", path=PATH, slide=2, kind="star", text="!", fill="#ffcc00", **BOX)
    kinds = {shape["kind"]: shape for shape in shapes(slides)}
    assert kinds["table"]["rows"] == [["Sort", "Price"], ["Fuji", "1.30"]]
    assert kinds["chart"]["series"] == [{"name": "2025", "values": [3.0, 5.0]}]
    assert slides("add_chart", path=PATH, slide=2, series={"2025": [3]}, **chart).is_error
    assert slides("add_chart", path=PATH, slide=2, series={}, **chart).is_error
    assert slides("set_cell", path=PATH, slide=2, shape=table, row=3, column=1, text="x").is_error
    assert slides("duplicate_slide", path=PATH, slide=2).is_error


def test_slides_are_copied_moved_and_deleted(slides: InProcess) -> None:
    assert slides("duplicate_slide", path=PATH, slide=2).data == {"path": PATH, "slide": 3, "slides": 3}
    slides("set_text", path=PATH, slide=3, shape=2, text="Copy")
    slides("set_background", path=PATH, slide=3, color="#eeeeff")
    assert slides("move_slide", path=PATH, slide=3, position=1).data["titles"] == ["Copy", "Plan", "Sorts"]
    assert slides("delete_slide", path=PATH, slide=2).data["slides"] == 2
    slides("set_notes", path=PATH, slide=1, text="Say hello.")
    assert slides("read_notes", path=PATH).data["notes"] == [{"slide": 1, "notes": "Say hello."}]
    listed = slides("list_slides", path=PATH).data
    assert [(slide["title"], slide["has_notes"]) for slide in listed["slides"]] == [
        ("Copy", True),
        ("Sorts", False),
    ]
    assert slides("move_slide", path=PATH, slide=1, position=3).is_error
    assert slides("read_notes", path=PATH, slide=3).is_error


def test_the_same_calls_give_the_same_bytes(slides: InProcess, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = InProcess("slides", tmp_path / "other")
    other("create_deck", path=PATH, title="Plan", subtitle="of 2026")
    other("add_slide", path=PATH, title="Sorts")
    other("add_text_box", path=PATH, slide=2, text="Fuji\nGala", **BOX)
    chart = {"kind": "pie", "categories": ["Fuji"], "series": {"2025": [3]}, **BOX}
    for asked in (slides, other):
        asked("add_chart", path=PATH, slide=2, **chart)
    assert (slides.workspace / PATH).read_bytes() == (other.workspace / PATH).read_bytes()


def test_answers_say_what_they_show(slides: InProcess) -> None:
    context = ToolContext(World(), Files(slides.workspace))
    read = load("slides").call(context, "list_shapes", {"path": PATH, "slide": 2})
    assert read.looked == (Look(PATH, "structure", ((0.5, 1.0),)),)
    listed = load("slides").call(context, "list_slides", {"path": PATH})
    assert listed.looked == (Look(PATH, "metadata"),)


def test_what_is_no_deck_is_refused(tmp_path: Path) -> None:
    InProcess("word", tmp_path)("create_document", path="a.docx")
    (tmp_path / "a.pptx").write_bytes((tmp_path / "a.docx").read_bytes())
    slides = InProcess("slides", tmp_path)
    assert slides("list_slides", path="a.pptx").is_error
    assert slides("create_deck", path="../a.pptx").is_error
    assert slides("create_deck", path="b.pptx", width_cm=1e9).is_error
