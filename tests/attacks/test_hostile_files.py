"""Files that unpack to gigabytes, freeze or kill their readers. Each is read in a process with limits."""

from __future__ import annotations

import io
import json
import signal
import struct
import subprocess
import sys
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]
MOST_MEMORY = 2 * 2**30
"""Of address space; a reader that unpacks a bomb runs into it."""
MOST_RESIDENT = 500 * 1024
SECONDS = 30.0
HEAD = f"""
import resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, ({MOST_MEMORY}, {MOST_MEMORY}))
path = Path(sys.argv[1])
data = path.read_bytes()
"""
TAIL = """
from tests.attacks.memory import peak_kilobytes
print(peak_kilobytes())
"""


def read(program: str, path: Path, seconds: float = SECONDS) -> str:
    """What a program says of a file. It must end in time, without a traceback, and within its memory."""
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", HEAD + program + TAIL, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    assert time.monotonic() - began < seconds
    *said, memory = done.stdout.splitlines()
    assert int(memory) < MOST_RESIDENT
    return "\n".join(said)


def zipped(path: Path, members: dict[str, bytes | int], how: int = zipfile.ZIP_DEFLATED) -> Path:
    """An archive; a number stands for that many megabytes of blanks."""
    with zipfile.ZipFile(path, "w", how, compresslevel=1) as archive:
        for name, content in members.items():
            with archive.open(name, "w", force_zip64=True) as file:
                if isinstance(content, bytes):
                    file.write(content)
                else:
                    for _ in range(content):
                        file.write(b" " * 2**20)
    return path


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
    ("make", "said"),
    [(log_bomb, "is a bomb"), (log_of_many, "is a bomb"), (zstandard_bomb, "larger than declared")],
)
def test_log_bombs(make: Callable[[Path], Path], said: str, tmp_path: Path) -> None:
    """A log of Inspect, a few megabytes large, unpacks to gigabytes."""
    assert said in read(LOG, make(tmp_path))


def test_log_bombs_on_the_command_line(tmp_path: Path) -> None:
    """A user converts a log of Inspect that unpacks to gigabytes."""
    bomb = log_bomb(tmp_path)
    limited = ["bash", "-c", f'ulimit -v {MOST_MEMORY // 1024}; exec "$@"', "bash"]
    done = subprocess.run(
        [*limited, sys.executable, "-m", "m3bench", "convert", str(bomb), str(tmp_path / "out.jsonl")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    said = " ".join((done.stdout + done.stderr).split())
    assert done.returncode == 2
    assert "Traceback" not in said
    assert "the archive is a zip bomb or too large to read" in said


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
from m3bench.checks.check import Evidence, Unfit
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
    except Unfit as reason:
        print(reason)
"""


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (merging, "merges more than 100,000 cells"),
        (crowded, "has more than 400,000 elements"),
        (plotting_all, "no bar chart plots the values"),
        (laughing, "declares XML entities"),
        (renamed, "MiB of text"),
        (swollen, "is too large unpacked"),
    ],
)
def test_workbooks(make: Callable[[Path], Path], said: str, tmp_path: Path) -> None:
    """A workbook of the agent's freezes its reader, or unpacks to gigabytes."""
    assert said in read(BOOK, make(tmp_path))


def png(path: Path, width: int, height: int, *more: tuple[bytes, bytes]) -> Path:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    row = b"\0" + b"\0" * (3 * min(width, 100_000))
    packed = zlib.compressobj(9)
    pixels = b"".join(packed.compress(row) for _ in range(min(height, 100))) + packed.flush()
    chunks = [
        chunk(b"IHDR", head),
        *(chunk(*each) for each in more),
        chunk(b"IDAT", pixels),
        chunk(b"IEND", b""),
    ]
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunks))
    return path


def pixels(folder: Path) -> Path:
    return png(folder / "bomb.png", 100_000, 100_000)


def wide(folder: Path) -> Path:
    return png(folder / "bomb.png", 30_000_000, 2)


def described(folder: Path) -> Path:
    """A text of 150 megabytes inside a chunk of a sixth of one."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b" " * 2**20) for _ in range(150)) + packer.flush()
    return png(folder / "bomb.png", 4, 4, (b"zTXt", b"Comment\0\0" + packed))


def cut_off(folder: Path) -> Path:
    path = folder / "bomb.png"
    Image.new("RGB", (1_000, 1_000), "red").save(path)
    path.write_bytes(path.read_bytes()[:1_500])
    return path


def frames(folder: Path) -> Path:
    path = folder / "bomb.gif"
    pictures = [Image.new("P", (1_000, 1_000), i) for i in range(40)]
    pictures[0].save(path, save_all=True, append_images=pictures[1:])
    return path


def postscript(folder: Path) -> Path:
    """A program that Pillow would hand to Ghostscript."""
    path = folder / "bomb.png"
    path.write_bytes(
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9000 9000\n%%EndComments\n{} loop\n%%EOF\n"
    )
    return path


def tagged(folder: Path) -> Path:
    """A TIFF whose directory points at itself."""
    path = folder / "bomb.tiff"
    Image.new("RGB", (20, 20)).save(path)
    raw = bytearray(path.read_bytes())
    (directory,) = struct.unpack_from("<I", raw, 4)
    (count,) = struct.unpack_from("<H", raw, directory)
    struct.pack_into("<I", raw, directory + 2 + 12 * count, directory)
    path.write_bytes(raw)
    return path


PICTURE = """
from m3bench.checks.check import Unfit
from m3bench.checks.rendering.rendering import render
from m3bench.core import UsageError
from m3bench.reports.page.pictures import thumbnail
from m3bench.suites.ablation import blank_picture
from m3bench.servers.kit.failures import BadArgument
from m3bench.servers.kit.pictures import decoded
for work in (
    lambda: render(data, path.name, most=1),
    lambda: thumbnail(data),
    lambda: blank_picture(path.name, data),
    lambda: decoded(data, path.name, "path"),
):
    try:
        print("read" if work() is not None else "left out")
    except (Unfit, UsageError, BadArgument) as reason:
        print("refused:", reason)
"""


@pytest.mark.parametrize("make", [pixels, wide, described, cut_off, frames, postscript, tagged])
def test_pictures(make: Callable[[Path], Path], tmp_path: Path) -> None:
    """A picture is a bomb, or not a picture at all."""
    lines = read(PICTURE, make(tmp_path)).splitlines()
    said = [line for line in lines if line.startswith(("read", "left out", "refused: "))]
    assert len(said) == 4
    if make in (pixels, wide, postscript):
        assert "read" not in said


def looping_pdf(folder: Path) -> Path:
    """A page whose contents draw a form that draws itself, and others, again and again."""
    forms = "".join(
        f"{i} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F {i + 1} 0 R>>>>"
        f"/Length 120>>stream\n{'/F Do ' * 20}\nendstream endobj\n"
        for i in range(5, 16)
    )
    text = (
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99999 99999]/Contents 4 0 R"
        "/Resources<</XObject<</F 5 0 R>>>>>>endobj\n"
        f"4 0 obj<</Length 120>>stream\n{'/F Do ' * 20}\nendstream endobj\n{forms}"
        "16 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 12>>stream\n"
        "0 0 9 9 re f\nendstream endobj\n"
        "trailer<</Root 1 0 R>>\n%%EOF\n"
    )
    path = folder / "bomb.pdf"
    path.write_text(text)
    return path


PDF = """
from m3bench.workers import DocumentError, documents, render_pages
documents.SECONDS = 3.0
try:
    count, pictures = render_pages(data, None, most=5, dots_per_point=2, longest_side=2400)
    print("drawn" if pictures[0] else "not drawn")
except DocumentError as reason:
    print(reason)
"""


def test_a_pdf_that_never_ends(tmp_path: Path) -> None:
    """A PDF draws the same forms 20 to the power of 12 times."""
    assert "exceeded its time limit" in read(PDF, looping_pdf(tmp_path))


PATTERN = """
import time
from m3bench.checks.trace.matchers import fits
for pattern, text in (("^(a+)+$", "a" * 60 + "b"), ("(.*)(.*)(.*)(.*)(.*)=", "x" * 2_000)):
    try:
        print(fits(text, {"$regex": pattern}))
    except ValueError as reason:
        print(reason)
print(fits("B0123", {"$regex": "^B0"}), fits("a1b2c3", {"$regex": "^([a-z][0-9])+$"}))
"""


def test_patterns_of_task_authors(tmp_path: Path) -> None:
    """A task checks an argument with a pattern that backtracks for ever."""
    (tmp_path / "none").write_bytes(b"")
    said = read(PATTERN, tmp_path / "none").splitlines()
    assert all("timed out" in line for line in said[:2])
    assert said[2] == "True True"


WAITING = """
import sys, time
from pathlib import Path
import anyio
from m3bench.runs.serving.bundled import BundledHost, bundled_tools
from m3bench.world import World
folder = Path(sys.argv[1])
tool = next(each for each in bundled_tools("ocr") if each.name == "perform_pdf_ocr")

async def main() -> None:
    host = BundledHost(["ocr"], World(1), folder)
    print("ready", flush=True)
    with anyio.move_on_after(float(sys.argv[2])):
        print(await host.call(tool, {"input_data": "bomb.pdf"}), flush=True)
    print("over", flush=True)

anyio.run(main)
"""


def wait_for_helper_of(pid: int, seconds: float = 20) -> None:
    """Until a process has a child that runs the program of helpers."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in children.read_text().split():
                if b"m3bench.workers.worker" in Path(f"/proc/{child}/cmdline").read_bytes():
                    return
        time.sleep(0.05)
    raise AssertionError("no helper was started")


@pytest.mark.parametrize("ended_by", ["its time", "Ctrl-C"])
def test_time_and_signals_while_a_helper_works(ended_by: str, tmp_path: Path) -> None:
    """A call is cut off while a helper process draws a PDF that never ends."""
    looping_pdf(tmp_path)
    seconds = "1.5" if ended_by == "its time" else "60"
    with subprocess.Popen(
        [sys.executable, "-c", WAITING, str(tmp_path), seconds],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        if ended_by == "Ctrl-C":
            wait_for_helper_of(process.pid)
            process.send_signal(signal.SIGINT)
        process.wait(timeout=25)
        assert process.stdout.read() == ("over\n" if ended_by == "its time" else "")
