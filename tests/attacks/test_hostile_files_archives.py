"""Logs and workbooks that unpack to gigabytes or freeze their readers."""

from __future__ import annotations

import io
import json
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.attacks.limited_reader import MOST_MEMORY, ROOT, read, zipped
from tests.hanging import HANG_SECONDS

HEADER = json.dumps({"version": 2, "eval": {"task": "t", "model": "m", "created": "2026-01-01"}}).encode()


def log_bomb(folder: Path) -> Path:
    return zipped(folder / "log.eval", {"header.json": HEADER, "samples/a_epoch_1.json": 700})


def log_of_many(folder: Path) -> Path:
    members: dict[str, bytes | int] = {f"samples/{i}_epoch_1.json": 3 for i in range(200)}
    return zipped(folder / "log.eval", {"header.json": HEADER, **members})


def zstandard_bomb(folder: Path) -> Path:
    """A member that is packed with zstandard and lies about its size."""
    zstandard = pytest.importorskip("zstandard")
    packer = zstandard.ZstdCompressor().compressobj()
    packed = b"".join(packer.compress(b" " * 2**20) for _ in range(700)) + packer.flush()
    path = zipped(folder / "log.eval", {"header.json": HEADER, "samples/a_epoch_1.json": packed}, 0)
    raw = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        entry = archive.getinfo("samples/a_epoch_1.json")
        directory = archive.start_dir
    struct.pack_into("<H", raw, entry.header_offset + 8, 93)
    place = raw.index(b"samples/a_epoch_1.json", directory) - 46
    struct.pack_into("<H", raw, place + 10, 93)
    path.write_bytes(raw)
    return path


LOG = """
from m3bench.core import FormatError
from m3bench.formats.io.archive import log_text
try:
    log_text(data, path.name)
except FormatError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("make", "output"),
    [(log_bomb, "is a zip bomb"), (log_of_many, "is a zip bomb"), (zstandard_bomb, "larger than declared")],
)
def test_log_bombs(make: Callable[[Path], Path], output: str, tmp_path: Path) -> None:
    """A log of Inspect, a few megabytes large, unpacks to gigabytes."""
    assert output in read(LOG, make(tmp_path))


def test_log_bombs_on_the_command_line(tmp_path: Path) -> None:
    """A user converts a log of Inspect that unpacks to gigabytes."""
    bomb = log_bomb(tmp_path)
    limited = ["bash", "-c", f'ulimit -v {MOST_MEMORY // 1024}; exec "$@"', "bash"]
    done = subprocess.run(
        [*limited, sys.executable, "-m", "m3bench", "convert", str(bomb), str(tmp_path / "out.jsonl")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )
    output = " ".join((done.stdout + done.stderr).split())
    assert done.returncode == 2
    assert "Traceback" not in output
    assert "the archive is a zip bomb or too large to read" in output


CONTENT_TYPES = (
    b'<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    b'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    b'<Default Extension="xml" ContentType="application/xml"/></Types>'
)


def workbook(path: Path, change: Callable[[str, bytes], bytes]) -> Path:
    """A real workbook whose parts are changed."""
    import openpyxl

    book = openpyxl.Workbook()
    page = book.active
    assert page is not None
    for row in range(1, 5):
        page.append([row, row * 2])
    chart = openpyxl.chart.BarChart()
    chart.add_data(openpyxl.chart.Reference(page, min_col=1, min_row=1, max_row=4))
    page.add_chart(chart, "E5")
    plain = io.BytesIO()
    book.save(plain)
    with zipfile.ZipFile(plain) as source:
        parts: dict[str, bytes | int] = {name: change(name, source.read(name)) for name in source.namelist()}
    return zipped(path, parts)


def is_sheet(name: str) -> bool:
    return name == "xl/worksheets/sheet1.xml"


def merging(folder: Path) -> Path:
    merge = b'<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells><drawing'
    return workbook(
        folder / "book.xlsx", lambda name, part: part.replace(b"<drawing", merge) if is_sheet(name) else part
    )


def crowded(folder: Path) -> Path:
    rows = b"".join(b'<row r="%d">%s</row>' % (i, b"<c><v>1</v></c>" * 400) for i in range(1, 1_500))
    return workbook(
        folder / "book.xlsx",
        lambda name, part: part.replace(b"<sheetData>", b"<sheetData>" + rows) if is_sheet(name) else part,
    )


def plotting_all(folder: Path) -> Path:
    return workbook(folder / "book.xlsx", lambda name, part: part.replace(b"$A$1:$A$4", b"$A$1:$XFD$1048576"))


def laughing(folder: Path) -> Path:
    entities = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 12))
    text = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "ha">{entities}]><x>&a11;</x>'
    return workbook(
        folder / "book.xlsx", lambda name, part: text.encode() if name == "xl/styles.xml" else part
    )


def renamed(folder: Path) -> Path:
    """The text of a bomb under a name that is none of a text."""
    path = zipped(folder / "plain.zip", {"a": 1})
    path.unlink()
    return zipped(
        folder / "book.xlsx", {"[Content_Types].xml": CONTENT_TYPES, "xl/sheet.bin": b"<x/>" * 10_000_000}
    )


def swollen(folder: Path) -> Path:
    return zipped(folder / "book.xlsx", {"[Content_Types].xml": CONTENT_TYPES, "xl/workbook.xml": 300})


BOOK = """
from m3bench.checks.check import Evidence, CheckFailed
from m3bench.checks.sheets.looks import SheetChart
from m3bench.checks.sheets.reading import read_sheet
from m3bench.core import Task, Trajectory
for look in (
    lambda: read_sheet(data, path.name, None) and None,
    lambda: SheetChart("book.xlsx", "bar", (1.0, 2.0, 3.0, 4.0)).look(
        Evidence(Task(id="t"), Trajectory(task_id="t", steps=()), path.parent, {})
    ).reason,
):
    try:
        print(look())
    except CheckFailed as reason:
        print(reason)
"""


@pytest.mark.parametrize(
    ("make", "output"),
    [
        (merging, "merges more than 100,000 cells"),
        (crowded, "has more than 400,000 elements"),
        (plotting_all, "no bar chart plots the values"),
        (laughing, "declares XML entities"),
        (renamed, "MiB of text"),
        (swollen, "is too large unpacked"),
    ],
)
def test_workbooks(make: Callable[[Path], Path], output: str, tmp_path: Path) -> None:
    """A workbook of the agent's freezes its reader, or unpacks to gigabytes."""
    assert output in read(BOOK, make(tmp_path))
