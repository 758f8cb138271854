"""What an agent may leave behind to break a reader: each gives a failed verdict with a reason, soon."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import sqlite3
import struct
import tarfile
import time
import zipfile
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from m3bench.checks import (
    ArchiveMembers,
    Check,
    CsvTable,
    DocxContent,
    GitLog,
    ImageProperties,
    JsonFile,
    PdfContent,
    SqliteRows,
    TextFile,
)
from m3bench.checks.data import databases
from m3bench.suites.data_files import file_assets
from m3bench.workers import structured
from tests.checks.data.outcomes import FILES
from tests.checks.outcomes import evidence_of

READERS: tuple[Check, ...] = (
    TextFile("made.bin", ("x",)),
    TextFile("made.bin", pattern="^(x+)+y$"),
    JsonFile("made.bin", {"x": 1}),
    JsonFile("made.bin", {"x": 1}, "yaml"),
    JsonFile("made.bin", {"@": [1]}, "toml"),
    CsvTable("made.bin", ("x",), ((1,),)),
    DocxContent("made.bin", ("x",)),
    PdfContent("made.bin", 1),
    SqliteRows("made.bin", "SELECT x FROM y", ((1,),)),
    GitLog("made.bin", clean=True),
    ArchiveMembers("made.bin", {"x": None}),
    ImageProperties("made.bin", (1, 2)),
)
GOOD = file_assets(FILES)
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"


def zipped(members: dict[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return written.getvalue()


def tarred(*entries: tarfile.TarInfo, data: bytes = b"") -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as archive:
        for entry in entries:
            archive.addfile(entry, io.BytesIO(data) if entry.isreg() else None)
    return written.getvalue()


def linked_tar() -> bytes:
    entry = tarfile.TarInfo("x")
    entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/passwd"
    return tarred(entry)


def laughing_yaml() -> bytes:
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    return "\n".join([*lines, "x: *a11"]).encode()


def merging_yaml() -> bytes:
    lines = ["a0: &a0 {k: 1}"]
    lines += [f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}]}}" for n in range(1, 12)]
    return "\n".join([*lines, "x: *a11"]).encode()


def spanning_docx() -> bytes:
    """A table whose only cell claims to be a billion columns wide."""
    with zipfile.ZipFile(io.BytesIO(GOOD["data/report.docx"])) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    cell = b'<w:tc><w:tcPr><w:gridSpan w:val="1000000000"/></w:tcPr><w:p/></w:tc>'
    body = members["word/document.xml"].replace(
        b"</w:body>", b"<w:tbl><w:tr>" + cell + b"</w:tr></w:tbl></w:body>"
    )
    return zipped({**members, "word/document.xml": body})


BROKEN: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "noise": lambda: bytes(range(256)) * 20,
    "not UTF-8": lambda: b"x\n\xff\xfe",
    "UTF-16": lambda: "x\n1\n".encode("utf-16"),
    "one long line": lambda: b"x" * 3_000_000,
    "a long text": lambda: b"x," * 5_000_000,
    "many lines": lambda: b"x\n" * 500_000,
    "a hard text": lambda: b"x" * 60,
    "deep JSON": lambda: b'{"x":' * 100_000,
    "deep lists": lambda: b"[" * 100_000 + b"]" * 100_000,
    "deep YAML": lambda: b"- " * 5_000 + b"1",
    "a huge number": lambda: b'{"x": ' + b"9" * 100_000 + b"}",
    "a number that is none": lambda: b'{"x": NaN}',
    "laughing YAML": laughing_yaml,
    "merging YAML": merging_yaml,
    "YAML in itself": lambda: b"x: &a [*a]",
    "endless TOML": lambda: b"x" + b".x" * 100_000 + b" = 1",
    "deep TOML": lambda: b"x = " + b"[" * 100_000,
    "YAML code": lambda: b'x: !!python/object/apply:os.system ["true"]',
    "an unclosed quote": lambda: b'x\n"1',
    "a text that claims to be a database": lambda: b"SQLite format 3\0" + b"x" * 5_000,
    "half a database": lambda: GOOD["data/shop.db"][:4_500],
    "no archive": lambda: b"PK\x03\x04" + b"\0" * 100,
    "half an archive": lambda: GOOD["data/pack.zip"][:-40],
    "an archive in a lie": lambda: GOOD["data/pack.zip"].replace(b"crisp", b"crips"),
    "a ZIP bomb": lambda: zipped({"x": b"\0" * (80 * 2**20)}),
    "an XML bomb": lambda: zipped({"word/document.xml": b"<a>" * 500_000}),
    "entities": lambda: zipped({"word/document.xml": b'<!DOCTYPE x [<!ENTITY a "ha">]><x>&a;</x>'}),
    "a document without a body": lambda: zipped({"word/document.xml": b"<x/>"}),
    "a wide table": spanning_docx,
    "a TAR bomb": lambda: gzip.compress(b"\0" * (80 * 2**20)),
    "a TAR bomb in bzip2": lambda: bz2.compress(b"\0" * (80 * 2**20)),
    "a TAR bomb in xz": lambda: lzma.compress(b"\0" * (80 * 2**20)),
    "a TAR with a link": linked_tar,
    "half a TAR": lambda: tarred(tarfile.TarInfo("x"))[:300],
    "broken gzip": lambda: gzip.compress(b"x" * 5_000)[:-20],
    "half a PDF": lambda: GOOD["data/report.pdf"][:400],
    "no PDF": lambda: b"%PDF-1.7\n" + b"x" * 500,
    "half a picture": lambda: GOOD["data/picture.pic"][:120],
    "a picture bomb": lambda: _png_head(60_000, 60_000),
}


def _png_head(wide: int, high: int) -> bytes:
    body = b"IHDR" + struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(BROKEN))
def test_broken_and_harmful_files_give_reasons(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(structured, "SECONDS", 2.0)
    (tmp_path / "made.bin").write_bytes(BROKEN[name]())
    began = time.process_time()
    for check in READERS:
        verdict = check.evaluate(evidence_of(tmp_path))
        assert not verdict.passed, f"{check.name()}: {verdict.reason}"
        assert 10 < len(verdict.reason) < 1_500
    assert time.process_time() - began < 20


@pytest.mark.parametrize(
    "fill",
    [
        lambda made: made.symlink_to(made.parent.parent / "secret.bin"),
        lambda made: made.symlink_to("/dev/zero"),
        lambda made: made.mkdir(),
        os.mkfifo,
        lambda made: None,
    ],
)
def test_links_folders_and_pipes_are_no_files(fill: Callable[[Path], None], tmp_path: Path) -> None:
    (tmp_path / "workspace").mkdir()
    (tmp_path / "secret.bin").write_bytes(b"x\n1\n")
    fill(tmp_path / "workspace" / "made.bin")
    for check in READERS:
        verdict = check.evaluate(evidence_of(tmp_path / "workspace"))
        assert not verdict.passed
        assert len(verdict.reason) > 10


def test_huge_files_are_not_read(tmp_path: Path) -> None:
    with (tmp_path / "made.bin").open("wb") as file:
        file.truncate(2**40)
    began = time.process_time()
    for check in READERS:
        assert not check.evaluate(evidence_of(tmp_path)).passed
    assert time.process_time() - began < 15


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        ([f"CREATE VIEW y AS {ENDLESS} SELECT x FROM n"], "more"),
        ([f"CREATE VIEW y AS {ENDLESS} SELECT count(*) AS x FROM n"], "interrupted"),
        (["CREATE VIEW y AS SELECT zeroblob(1000000000) AS x"], "too big"),
        (["CREATE VIEW y AS SELECT load_extension('/tmp/x.so') AS x"], "failed"),
        (["CREATE VIEW y AS SELECT readfile('/etc/passwd') AS x"], "failed"),
        (["CREATE TABLE other (x)"], "no such table: y"),
        (["CREATE TABLE y (x TEXT)", "INSERT INTO y VALUES (CAST(x'ff' AS TEXT))"], "failed"),
        (["CREATE TABLE y (x)", "INSERT INTO y VALUES (x'ff00')"], "no row 1"),
        (["CREATE TABLE y (x)", "INSERT INTO y VALUES (9e999)"], "no row 1"),
    ],
)
def test_databases_are_queried_with_limits(
    statements: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if words == "interrupted":
        monkeypatch.setattr(databases, "SECONDS", 0.5)
    with closing(sqlite3.connect(tmp_path / "made.bin", isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)
    verdict = SqliteRows("made.bin", "SELECT x FROM y", ((1,),)).evaluate(evidence_of(tmp_path))
    assert not verdict.passed
    assert words in verdict.reason


@pytest.mark.parametrize(
    "query", ["DELETE FROM y", "PRAGMA journal_mode = WAL", "ATTACH 'x' AS y", "", "EXPLAIN SELECT 1"]
)
def test_only_queries_are_accepted(query: str) -> None:
    with pytest.raises(ValueError, match="SELECT"):
        SqliteRows("x.db", query, ())


def test_a_query_cannot_change_the_database(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "made.bin")) as database:
        database.execute("CREATE TABLE y (x)")
    before = (tmp_path / "made.bin").read_bytes()
    query = "WITH z AS (SELECT 1) INSERT INTO y SELECT 1 FROM z"
    verdict = SqliteRows("made.bin", query, ()).evaluate(evidence_of(tmp_path))
    assert "not authorized" in verdict.reason
    assert (tmp_path / "made.bin").read_bytes() == before
