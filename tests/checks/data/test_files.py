"""Checks of single files: details that corruptions do not reach."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import sqlite3
import tarfile
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from m3bench.checks import (
    ArchiveMembers,
    Check,
    CsvTable,
    DocxContent,
    Heading,
    ImageProperties,
    JsonFile,
    PdfContent,
    SqliteRows,
    TextFile,
    read_checks,
)
from m3bench.checks.check import CheckFailed
from m3bench.checks.data import read_value
from m3bench.checks.data.tables import read_csv
from m3bench.core import FormatError
from m3bench.suites.data_files.texts import write_csv, write_json, write_yaml
from tests.checks.outcomes import evidence_of

KEYS = st.text(max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


def judged(folder: Path, check: Check, data: bytes | str, name: str = "made.txt") -> tuple[bool, str]:
    (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    verdict = check.evaluate(evidence_of(folder))
    return verdict.passed, verdict.reason


@given(VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    assert read_value(write_json(value).decode(), "x", "json") == value


@pytest.mark.slow
@given(st.recursive(st.booleans() | st.integers() | st.text("aeiou -:#'\"\n", max_size=9), st.lists))
def test_yaml_is_read_as_it_is_written(value: Any) -> None:
    assert read_value(write_yaml(value).decode(), "x", "yaml") == value


@given(
    st.text() | st.binary().map(lambda data: data.decode("latin-1")),
    st.sampled_from(["json", "jsonl", "yaml", "toml"]),
)
def test_any_text_is_read_or_refused(text: str, kind: str) -> None:
    with contextlib.suppress(CheckFailed):
        json.dumps(read_value(text, "made.txt", kind), default=str)


@given(st.lists(st.lists(st.text("ab,;\"'\n ", max_size=5), min_size=1, max_size=3), min_size=1, max_size=5))
def test_csv_is_read_as_it_is_written(rows: list[list[str]]) -> None:
    assert read_csv(write_csv(rows).decode(), "x", ",") == [row for row in rows if row]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(data=st.binary(max_size=300))
def test_any_bytes_give_a_verdict(tmp_path: Path, data: bytes) -> None:
    for check in (
        TextFile("made.txt", ("expected",)),
        CsvTable("made.txt", ("expected",), ()),
        DocxContent("made.txt", ("expected",)),
        SqliteRows("made.txt", "SELECT 1", ((2,),)),
        ArchiveMembers("made.txt", {"expected": None}),
        ImageProperties("made.txt", (7, 7)),
    ):
        assert judged(tmp_path, check, data)[0] is False


@pytest.mark.parametrize(
    ("check", "text", "words"),
    [
        (TextFile("made.txt", ("a", "b")), "a\r\nb\r\n", None),
        (TextFile("made.txt", ("a", "b")), "\ufeffa\nb", None),
        (TextFile("made.txt", ("a", "b")), "a\nb\n\n", "3 lines, expected 2"),
        (TextFile("made.txt", ("a", "b")), "a\nB", 'line 2 is "B", expected "b"'),
        (TextFile("made.txt", ()), "", None),
        (TextFile("made.txt", ("a",), ends_with_newline=False), "a\n", "ends with a newline"),
        (TextFile("made.txt", contains=("a b",)), "a  b", 'lacks "a b"'),
        (TextFile("made.txt", contains=("a b",), folded=True), "A \n B", None),
        (TextFile("made.txt", pattern=r"(?m)^\d+$"), "a\n12\n", None),
        (TextFile("made.txt", pattern=r"(?m)^\d+$"), "a\n12 b\n", "nothing matches"),
        (TextFile("made.txt", pattern="x"), "x" * 10_001, "10,001 characters"),
        (JsonFile("made.txt", {"a": "no", "b": "yes", "c": True}, "yaml"), "a: no\nb: yes\nc: True", None),
        (JsonFile("made.txt", {"day": "2026-05-05"}, "yaml"), "day: 2026-05-05", None),
        (JsonFile("made.txt", {"b[0]": 1}, "yaml"), "a: &x [1]\nb: *x", None),
        (JsonFile("made.txt", {"a.b": 1}), '{"a": {"b": 1, "c": 2}}', None),
        (JsonFile("made.txt", {"a": {"b": 1}}), '{"a": {"b": 1, "c": 2}}', "a is {"),
        (JsonFile("made.txt", {"length(a)": 1}), "{}", "has no value at length(a)"),
        (JsonFile("made.txt", {"a": None}), "[]", None),
        (JsonFile("made.txt", {}, keys_only=("a",)), "[]", "is not an object"),
        (JsonFile("made.txt", {"a": 1}, "yaml"), "a: 1\n---\na: 1", "not valid YAML"),
        (JsonFile("made.txt", {"a": 1}, "toml"), "a = 1\na = 2", "not valid TOML"),
        (CsvTable("made.txt", ("a", "b"), (("x", None),)), "a,b\n\nx,\n", None),
        (CsvTable("made.txt", ("a", "b"), (("x", None),)), "a,b\nx\n", "row 1 is"),
        (CsvTable("made.txt", ("a", "b"), (("x", 1),), delimiter=";"), "a;b\nx;1\n", None),
        (CsvTable("made.txt", ("a", "b"), (("x", 1),)), "A,b\nx,1\n", 'the header is "A" | "b"'),
    ],
)
def test_texts(check: Check, text: str, words: str | None, tmp_path: Path) -> None:
    passed, reason = judged(tmp_path, check, text)
    assert passed is (words is None), reason
    assert (words or "") in reason


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_archives_of_all_kinds(mode: Any, tmp_path: Path) -> None:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode=mode) as archive:
        archive.addfile(_folder("./sorts"))
        entry = tarfile.TarInfo("./sorts/fuji.txt")
        entry.size = 5
        archive.addfile(entry, io.BytesIO(b"crisp"))
    check = ArchiveMembers("made.txt", {"sorts/fuji.txt": "crisp"})
    assert judged(tmp_path, check, written.getvalue())[0]


def _folder(name: str) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type = tarfile.DIRTYPE
    return entry


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_twice_in_an_archive_is_refused(tmp_path: Path) -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("x", "wrong")
        archive.writestr("x", "right")
    check = ArchiveMembers("made.txt", {"x": "right"})
    assert judged(tmp_path, check, written.getvalue()) == (False, "made.txt has x twice")


def test_rows_that_are_still_in_the_journal_count(tmp_path: Path) -> None:
    """A server that was killed leaves its last changes in the write-ahead log."""
    with closing(sqlite3.connect(tmp_path / "shop.db", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE y (x)")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        before = {"shop.db": hashlib.sha256((tmp_path / "shop.db").read_bytes()).hexdigest()}
        database.execute("INSERT INTO y VALUES (1)")
        check = SqliteRows("shop.db", "SELECT x FROM y", ((1,),))
        found = check.evaluate(evidence_of(tmp_path, before=before))
        assert found.passed, found.reason
        names = sorted(path.name for path in tmp_path.iterdir())
        assert names == ["shop.db", "shop.db-shm", "shop.db-wal"]


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"check": "text_file", "path": "x"}, "are all empty"),
        ({"check": "text_file", "path": "x", "lines": ["a\nb"]}, "no line break"),
        ({"check": "text_file", "path": "x", "contains": [""]}, "not empty"),
        ({"check": "text_file", "path": "x", "pattern": "("}, "not a regular expression"),
        ({"check": "json_file", "path": "x", "values": {}}, "both empty"),
        ({"check": "json_file", "path": "x", "values": {"a[": 1}}, "not a JMESPath"),
        ({"check": "json_file", "path": "x", "values": {"a": 1}, "format": "xml"}, "Invalid enum"),
        ({"check": "csv_table", "path": "x", "header": ["a"], "rows": [[1, 2]]}, "as many values"),
        ({"check": "csv_table", "path": "x", "header": ["a"], "rows": [], "delimiter": ""}, "one character"),
        ({"check": "sqlite_rows", "path": "x", "query": "DROP TABLE x", "rows": []}, "SELECT"),
        ({"check": "docx_content", "path": "x"}, "are all empty"),
        ({"check": "pdf_content", "path": "x", "lacks": ["a"]}, "are all empty"),
        ({"check": "git_log", "path": "x"}, "nothing to compare"),
        ({"check": "archive_members", "path": "x", "members": {}}, "members is empty"),
        ({"check": "image_properties", "path": "x"}, "are all empty"),
        (
            {"check": "image_properties", "path": "x", "colors": [{"x": 1, "y": 1, "color": "red"}]},
            "like #ff0000",
        ),
        ({"check": "git_log", "path": "../x", "clean": True}, "leads out"),
    ],
)
def test_checks_that_make_no_sense_are_refused(raw: Any, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_checks([raw], "task t")
    assert words in str(caught.value)


def test_levels_of_headings_are_compared_if_given(tmp_path: Path) -> None:
    from m3bench.suites.data_files.documents import write_docx

    data = write_docx([{"heading": "Apples", "level": 0}, {"heading": "Fuji", "level": 3}])
    assert judged(tmp_path, DocxContent("made.txt", ("Apples", Heading("Fuji", 3))), data)[0]
    assert judged(tmp_path, DocxContent("made.txt", (Heading("Apples", 0), "Fuji")), data)[0]
    found = judged(tmp_path, DocxContent("made.txt", ("Apples", Heading("Fuji", 2))), data)
    assert found == (False, 'made.txt: a heading is "Fuji" of level 3, expected "Fuji" of level 2')


def test_texts_of_a_pdf_are_found_across_lines_but_not_across_pages(tmp_path: Path) -> None:
    from m3bench.suites.data_files.documents import write_pdf

    data = write_pdf({"title": "x", "pages": [["two", "lines"], ["more"]]})
    assert judged(tmp_path, PdfContent("made.txt", 2, ("two lines",), (), ((), ("more",))), data)[0]
    found = judged(tmp_path, PdfContent("made.txt", per_page=(("more",),)), data)
    assert found == (False, 'made.txt: page 1 lacks "more"')
