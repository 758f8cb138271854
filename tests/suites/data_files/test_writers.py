"""Data files: what is written can be read by the libraries of others, and is the same every time."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from m3bench.core import UsageError
from m3bench.suites import DataFile
from m3bench.suites.data_files import WRITERS, file_assets, media_type
from m3bench.suites.data_files.databases import write_sqlite
from m3bench.suites.data_files.git_objects import BLOB, Objects
from m3bench.workers import page_texts
from tests.checks.data.outcomes import COMMITS, FILES, PICTURE, REPOSITORY, TABLE

PAGE = (Path(__file__).parents[3] / "docs" / "suites.md").read_text("utf-8")
WRITE = """
import hashlib, json, sys
from m3bench.suites import DataFile
from m3bench.suites.data_files import file_assets
files = [DataFile(**each) for each in json.load(sys.stdin)]
print(json.dumps({name: hashlib.sha256(data).hexdigest() for name, data in file_assets(files).items()}))
"""


def written(kind: str, content: Any) -> bytes:
    (data,) = file_assets([DataFile("x", kind, content)]).values()
    return data


def examples() -> list[DataFile]:
    section = PAGE.partition("\n## Data files\n")[2].partition("\n## ")[0]
    (example,) = re.findall(r"```json\n(.*?)```", section, re.DOTALL)
    return [DataFile(**example_) for example_ in json.loads(example)]


def test_the_page_has_an_example_and_a_row_of_every_kind() -> None:
    assert {file.kind for file in examples()} == set(WRITERS)
    assert all(f"\n| `{kind}` |" in PAGE for kind in WRITERS)
    assert len(file_assets(examples())) > len(WRITERS)


@pytest.mark.slow
def test_the_same_data_gives_the_same_bytes_in_another_process_and_zone() -> None:
    files = [*FILES, *examples()]
    given = json.dumps([{"name": file.name, "kind": file.kind, "content": file.content} for file in files])
    environment = {**os.environ, "TZ": "Pacific/Auckland", "SOURCE_DATE_EPOCH": "1", "PYTHONHASHSEED": "1"}
    command = [sys.executable, "-c", WRITE]
    ended = subprocess.run(command, input=given, env=environment, capture_output=True, text=True, check=True)
    here = {name: hashlib.sha256(data).hexdigest() for name, data in file_assets(files).items()}
    assert json.loads(ended.stdout) == here


@pytest.mark.parametrize(
    ("kind", "digest"),
    [
        ("git", "f5ef8d9194d399b9"),
        ("zip", "b2d469c9cb06f032"),
    ],
)
def test_bytes_that_depend_on_no_library_never_change(kind: str, digest: str) -> None:
    hash_ = hashlib.sha256()
    for name, data in sorted(file_assets([file for file in FILES if file.kind == kind]).items()):
        hash_.update(name.encode() + b"\0" + data)
    assert hash_.hexdigest()[:16] == digest


def test_yaml_has_no_aliases_and_keeps_texts_and_order() -> None:
    shared = [1, 2]
    content = {"b": shared, "a": shared, "no": "no", "number": "12", "day": "2026-05-05", "é": None}
    data = written("yaml", content)
    assert b"&" not in data
    assert "é: null" in data.decode()
    assert list(yaml.safe_load(data)) == ["b", "a", "no", "number", "day", "é"]
    assert yaml.safe_load(data) == content


def test_spreadsheets_have_their_sheets_in_order() -> None:
    rows = [["name", "count"], ["Fuji", 3], ["Gala", 2.5], [None, True], ["sum", "=SUM(B2:B3)"]]
    book = openpyxl.load_workbook(io.BytesIO(written("xlsx", {"Stock": rows, "Empty": []})))
    assert book.sheetnames == ["Stock", "Empty"]
    assert [list(row) for row in book["Stock"].iter_rows(values_only=True)] == rows
    assert book.properties.modified.year == 2026


def test_documents_have_styles_that_others_know() -> None:
    document = docx.Document(io.BytesIO(file_assets(FILES)["data/report.docx"]))
    kinds = [
        (paragraph.style.name if paragraph.style else "", paragraph.text) for paragraph in document.paragraphs
    ]
    assert kinds == [
        ("Heading 1", "Apples"),
        ("Normal", "There are two sorts."),
        ("Heading 2", "Prices"),
        ("Normal", "Prices are in dollars."),
    ]
    (table,) = document.tables
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        [str(cell) for cell in row] for row in TABLE
    ]
    assert document.core_properties.author == "m3bench"


def test_pages_have_their_lines() -> None:
    count, texts = page_texts(
        written("pdf", {"title": "x", "pages": [["one", "two é"], [], ["three"]]}),
        most_pages=9,
        most_characters=99,
    )
    assert count == 3
    assert [text.split() for text in texts] == [["one", "two", "é"], [], ["three"]]


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=8)
CELLS = st.none() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.text(max_size=20)


@given(
    st.lists(st.lists(CELLS, min_size=2, max_size=2), max_size=20),
    NAMES.filter(lambda name: "sqlite_" not in name),
)
def test_databases_have_the_rows_that_were_given(rows: list[list[Any]], name: str) -> None:
    table = {"columns": {"first": "", 'second "one"': ""}, "rows": rows}
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(write_sqlite({"tables": {name: table}}))
        quoted = name.replace('"', '""')
        assert [list(row) for row in database.execute(f'SELECT * FROM "{quoted}"')] == rows
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_databases_can_be_changed_by_others(tmp_path: Path) -> None:
    (tmp_path / "shop.db").write_bytes(file_assets(FILES)["data/shop.db"])
    with closing(sqlite3.connect(tmp_path / "shop.db")) as database:
        database.execute("DELETE FROM orders WHERE id = 1")
        database.commit()
        database.execute("VACUUM")
        assert database.execute("SELECT count(*) FROM orders").fetchone() == (2,)
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_archives_hold_files_of_all_kinds() -> None:
    inner = {"kind": "zip", "content": {"a.txt": {"kind": "text", "content": "deep"}}}
    content = {
        "b.csv": {"kind": "csv", "content": TABLE},
        "in/c.zip": inner,
        "repo": {"kind": "git", "content": REPOSITORY},
    }
    with zipfile.ZipFile(io.BytesIO(written("zip", content))) as archive:
        names = archive.namelist()
        assert {"b.csv", "in/c.zip", "repo/.git/HEAD", "repo/prices.txt"} < set(names)
        assert list(csv.reader(io.StringIO(archive.read("b.csv").decode())))[1] == ["Fuji", "3", "1.25"]
        with zipfile.ZipFile(io.BytesIO(archive.read("in/c.zip"))) as deep:
            assert deep.read("a.txt") == b"deep"
        assert archive.testzip() is None


def test_pictures_have_their_shapes() -> None:
    with Image.open(io.BytesIO(written("png", PICTURE))) as image:
        assert (image.format, image.mode, image.size) == ("PNG", "RGB", (60, 40))
        corners = [(9, 9), (10, 10), (19, 19), (20, 20), (40, 20)]
        colours = [image.getpixel(corner) for corner in corners]
    ground, red, green = (255, 238, 221), (255, 0, 0), (0, 170, 0)
    assert colours == [ground, red, red, ground, green]


@pytest.mark.skipif(shutil.which("git") is None, reason="Git is not installed")
def test_git_accepts_repositories_and_goes_on_with_them(tmp_path: Path) -> None:
    def git(*arguments: str) -> str:
        environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1"}
        command = ["git", *arguments]
        folder = tmp_path / "code"
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=True
        ).stdout

    for name, data in file_assets([DataFile("code", "git", REPOSITORY)]).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    assert git("fsck", "--strict", "--full") == ""
    assert git("status", "--porcelain") == ""
    assert git("log", "--format=%s|%an|%aI", "main").splitlines() == [
        "Add Gala|Bob Ray|2026-01-06T09:30:00+02:00",
        "Start the price list|Ann Lee|2026-01-05T10:00:00+00:00",
    ]
    assert git("show", "trial/braeburn:braeburn.txt") == "Braeburn 2\n"
    assert git("ls-tree", "-r", "--name-only", "v1").split() == ["notes/todo.md", "prices.txt"]
    (tmp_path / "code" / "more.txt").write_text("more\n")
    git("add", ".")
    git("commit", "-q", "-m", "More")
    assert git("log", "-1", "--format=%an").strip() == "Bob Ray"
    git("checkout", "-q", "trial/braeburn")
    assert (tmp_path / "code" / "notes/todo.md").exists()
    git("gc", "-q")
    assert git("fsck", "--strict") == ""


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=20, unique=True))
def test_packs_hold_all_objects(blobs: list[bytes]) -> None:
    from m3bench.checks.data.git.packs import Pack

    objects = Objects()
    ids = [objects.add(BLOB, blob) for blob in blobs]
    _, pack, index = objects.packed()
    read = Pack(index, pack)
    for identity, blob in zip(ids, blobs, strict=True):
        offset = read.offset(identity)
        assert offset is not None
        assert read.entry(offset) == ("blob", blob, None)
    assert read.offset("0" * 40) is None


@pytest.mark.parametrize(
    ("kind", "content", "words"),
    [
        ("docs", "x", "no kind of file called 'docs'"),
        ("xlsx", {"Sheet": [[{"a": 1}]]}, "'xlsx'"),
        ("xlsx", {}, "no sheet"),
        ("docx", [{"heading": "x", "text": "y"}], "one of heading, text and table"),
        ("docx", [{"title": "x"}], "unknown field"),
        ("pdf", {"pages": [["日本"]]}, "Latin-1"),
        ("pdf", {"pages": [["x"] * 37]}, "37 lines"),
        ("sqlite", {"tables": {"x": {"columns": {"a": "TEXT"}, "rows": [[1, 2]]}}}, "'sqlite'"),
        ("sqlite", {"tables": {"x": {"columns": {"a": "TEXT PRIMARY"}}}}, "'sqlite'"),
        ("zip", {"a": {"kind": "nothing", "content": ""}}, "no kind of file called 'nothing'"),
        ("git", {"commits": []}, "commits"),
        (
            "git",
            {"commits": [{"message": "x", "author": "x", "time": "2026-01-01T00:00:00+00:00"}]},
            "Name <mail>",
        ),
        ("git", {"commits": [{"message": "x", "author": "x <y>", "time": "2026-01-01T00:00:00"}]}, "offset"),
        ("git", {"commits": [{**COMMITS[0], "files": {"../x": "y"}}]}, "not the path of a file"),
        ("git", {"commits": [{**COMMITS[0], "files": {".git/config": "y"}}]}, "not the path of a file"),
        ("git", {"commits": [{**COMMITS[0], "files": {"x": "y", "x/z": "y"}}]}, "both a file and a folder"),
        ("git", {**REPOSITORY, "branches": {"main": 7}}, "by its index"),
        ("git", {**REPOSITORY, "head": "../x"}, "not a name of a branch"),
        ("png", {"size": [0, 5]}, "pixels"),
        ("png", {"size": [9, 9], "shapes": [{"rectangle": [5, 5, 5, 9], "color": "#ff0000"}]}, "empty"),
        ("png", {"size": [9, 9], "background": "nocolor"}, "color"),
    ],
)
def test_content_that_does_not_suit_the_kind_is_named(kind: str, content: Any, words: str) -> None:
    with pytest.raises(UsageError, match="made/x") as caught:
        file_assets([DataFile("made/x", kind, content)])
    assert words in str(caught.value)


def test_media_types_do_not_depend_on_the_machine() -> None:
    assert media_type("a/shop.db") == "application/vnd.sqlite3"
    assert media_type("a.docx").endswith("wordprocessingml.document")
    assert media_type("code/.git/HEAD") == "application/octet-stream"
