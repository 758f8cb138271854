"""The server `word`."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest
from PIL import Image

from m3bench.core import Look
from m3bench.servers import Files, load
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from tests.servers.asking import Asking, InProcess

SERVER = "word"
PATH = "letters/offer.docx"


@pytest.fixture
def word(tmp_path: Path) -> InProcess:
    """A document with a title and two paragraphs."""
    asked = InProcess("word", tmp_path)
    asked("create_document", path=PATH, title="Offer", paragraphs=["Dear Ann Lee,", "We offer three sorts."])
    return asked


def paragraphs(word: Asking) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = word("read_paragraphs", path=PATH).data["paragraphs"]
    return found


def texts(word: Asking) -> list[str]:
    return [paragraph["text"] for paragraph in paragraphs(word)]


def test_a_document_is_made_and_read(ask: Asking) -> None:
    made = ask("create_document", path="a.docx", title="Minutes", paragraphs=["One", "Two"]).data
    assert made == {"path": "a.docx", "paragraphs": 3}
    assert ask("add_heading", path="a.docx", text="Prices", level=2).data["paragraph"] == 4
    assert ask("add_table", path="a.docx", rows=[["Sort", "Price"], ["Fuji", 1.25]]).data["table"] == 1
    outline = ask("get_outline", path="a.docx").data
    assert [(heading["level"], heading["text"]) for heading in outline["headings"]] == [
        (0, "Minutes"),
        (2, "Prices"),
    ]
    assert (outline["paragraphs"], outline["tables"], outline["pages"][0]["width_cm"]) == (4, 1, 21.0)
    assert ask("read_table", path="a.docx").data["rows"] == [["Sort", "Price"], ["Fuji", "1.25"]]
    assert ask("read_paragraphs", path="b.docx").is_error


def test_paragraphs_go_where_they_are_put(word: InProcess) -> None:
    word("add_paragraph", path=PATH, text="First", style="quote", after=0)
    assert word("add_paragraph", path=PATH, text="Third", after=2).data["paragraph"] == 3
    listed = word("add_list", path=PATH, items=["Fuji", "Gala"], ordered=True, after=3).data
    assert (listed["first"], listed["last"], listed["style"]) == (4, 5, "List Number")
    expected = ["First", "Offer", "Third", "Fuji", "Gala", "Dear Ann Lee,", "We offer three sorts."]
    assert texts(word) == expected
    assert word("delete_paragraphs", path=PATH, first=3, last=5).data == {
        "path": PATH,
        "deleted": 3,
        "paragraphs": 4,
    }
    replaced = word("replace_paragraph", path=PATH, paragraph=3, text="Dear Bob,").data
    assert replaced["before"] == "Dear Ann Lee,"
    assert texts(word) == ["First", "Offer", "Dear Bob,", "We offer three sorts."]
    for wrong in ({"after": 9}, {"style": "No Such Style"}):
        before = (word.workspace / PATH).read_bytes()
        assert word("add_paragraph", path=PATH, text="x", **wrong).is_error
        assert (word.workspace / PATH).read_bytes() == before


def test_letters_and_paragraphs_are_formatted(word: InProcess) -> None:
    word("format_text", path=PATH, first=3, text="three", bold=True, color="#C00000", size=14, font="Georgia")
    word(
        "format_paragraphs",
        path=PATH,
        first=2,
        alignment="right",
        style="Heading 1",
        space_after=6,
        line_spacing=2,
    )
    found = paragraphs(word)
    assert (found[1]["style"], found[1]["alignment"], found[2]["formatting"]) == (
        "Heading 1",
        "right",
        "mixed",
    )
    runs = docx.Document(str(word.workspace / PATH)).paragraphs[2].runs
    assert [run.text for run in runs] == ["We offer ", "three", " sorts."]
    assert (runs[1].bold, str(runs[1].font.color.rgb), runs[0].bold) == (True, "C00000", None)
    assert word("format_text", path=PATH, first=3, text="nowhere", bold=True).is_error
    assert word("format_text", path=PATH, first=3).is_error
    assert word("format_text", path=PATH, first=3, color="red").is_error
    assert "Heading 1" in word("list_styles", path=PATH).data["paragraph"]


def test_text_is_replaced_across_formatting_tables_and_headers(word: InProcess) -> None:
    word("format_text", path=PATH, first=3, text="three", bold=True)
    word("add_table", path=PATH, rows=[["offer three"]])
    word("set_header_footer", path=PATH, header="offer three", footer="Page", page_numbers=True)
    assert word("find_and_replace", path=PATH, find="offer three", replace="sell 4").data["replaced"] == 3
    assert texts(word)[2] == "We sell 4 sorts."
    assert word("read_headers", path=PATH).data["sections"][0] == {
        "section": 1,
        "header": "sell 4",
        "footer": "Page {page}",
    }
    assert word("find_and_replace", path=PATH, find="SELL", replace="x").is_error
    assert (
        word("find_and_replace", path=PATH, find="SELL", replace="x", match_case=False).data["replaced"] == 3
    )


def test_tables_change(word: InProcess) -> None:
    word("add_table", path=PATH, rows=[["Sort", "Price"], ["Fuji", 1.25]], after=1)
    word("set_cell", path=PATH, table=1, row=2, column=2, text="1.30", bold=True, fill="#ffeecc")
    assert (
        word("change_rows", path=PATH, table=1, action="insert", row=1, cells=["Gala", 0.99]).data["rows"]
        == 3
    )
    assert word("read_table", path=PATH).data["rows"] == [
        ["Sort", "Price"],
        ["Gala", "0.99"],
        ["Fuji", "1.30"],
    ]
    assert word("change_rows", path=PATH, table=1, action="delete", row=2).data["rows"] == 2
    for wrong in ({"row": 3, "column": 1}, {"row": 1, "column": 3}):
        assert word("set_cell", path=PATH, table=1, text="x", **wrong).is_error
    assert word("read_table", path=PATH, table=2).is_error
    assert word("add_table", path=PATH, rows=[]).is_error


def test_comments_come_and_go(word: InProcess) -> None:
    number = word("add_comment", path=PATH, paragraph=3, text="Really?", author="Bob Ray").data["comment"]
    word("edit_comment", path=PATH, comment=number, text="Are you sure?")
    (comment,) = word("list_comments", path=PATH).data["comments"]
    assert comment == {
        "comment": number, "author": "Bob Ray", "date": "2025-11-05T15:00:00+00:00", "text": "Are you sure?",
        "paragraph": 3,
    }  # fmt: skip
    assert word("delete_comment", path=PATH, comment=number + 1).is_error
    assert word("delete_comment", path=PATH, comment=number).data["comments"] == 0
    assert texts(word)[2] == "We offer three sorts."


def test_pages_pictures_and_properties(word: InProcess) -> None:
    Image.new("RGB", (300, 200), "red").save(word.workspace / "logo.png")
    added = word("add_picture", path=PATH, picture="logo.png", width_cm=6, caption="Our logo", after=1).data
    assert (added["paragraph"], added["height_cm"], texts(word)[2]) == (2, 4.0, "Our logo")
    size = word("set_page", path=PATH, size="A5", orientation="landscape", left_cm=1).data
    assert (size["width_cm"], size["height_cm"]) == (21.0, 14.8)
    word("set_properties", path=PATH, author="Ann Lee")
    properties = word("get_properties", path=PATH).data
    assert (properties["title"], properties["author"]) == ("Offer", "Ann Lee")
    assert word("set_properties", path=PATH).is_error
    assert word("set_page", path=PATH, left_cm=-1).is_error
    assert word("add_picture", path=PATH, picture="missing.png").is_error


def test_the_same_calls_give_the_same_bytes(word: InProcess, tmp_path: Path) -> None:
    word("add_comment", path=PATH, paragraph=2, text="Why?")
    (tmp_path / "other").mkdir()
    other = InProcess("word", tmp_path / "other")
    other("create_document", path=PATH, title="Offer", paragraphs=["Dear Ann Lee,", "We offer three sorts."])
    other("add_comment", path=PATH, paragraph=2, text="Why?")
    assert (word.workspace / PATH).read_bytes() == (other.workspace / PATH).read_bytes()


def test_answers_say_what_they_show(word: InProcess) -> None:
    context = ToolContext(World(), Files(word.workspace))
    read = load("word").call(context, "read_paragraphs", {"path": PATH, "first": 2, "count": 1})
    assert read.looked == (Look(PATH, "structure", ((1 / 3, 2 / 3),)),)
    changed = load("word").call(context, "replace_paragraph", {"path": PATH, "paragraph": 2, "text": "x"})
    assert (changed.wrote, changed.looked) == ((PATH,), ())


def packed(**parts: bytes) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(f"{name}.xml", data)
    return written.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\x03\x04 broken",
        packed(a=b"<a/>"),
        packed(a=b"<!DOCTYPE x><a/>"),
        pytest.param(packed(a=b"<a/>" * 300_000), marks=pytest.mark.slow),
        packed(a=b'<w:gridSpan w:val="99999999"/>'),
    ],
)
def test_hostile_files_are_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "bad.docx").write_bytes(data)
    word = InProcess("word", tmp_path)
    assert word("get_outline", path="bad.docx").is_error
    assert word("add_paragraph", path="bad.docx", text="x").is_error
    assert (tmp_path / "bad.docx").read_bytes() == data


def test_paths_and_control_characters(word: InProcess) -> None:
    assert word("create_document", path="../x.docx").is_error
    assert word("create_document", path="x.txt").is_error
    word("add_paragraph", path=PATH, text="a\x00b\x1fc\nd")
    assert texts(word)[-1] == "abc\nd"
