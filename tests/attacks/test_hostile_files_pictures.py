"""Pictures that are bombs, or not pictures at all."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from tests.attacks.limited_reader import read


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
from m3bench.checks.check import CheckFailed
from m3bench.rendering import DocumentBroken, render
from m3bench.core import UsageError
from m3bench.reports.page.pictures import thumbnail
from m3bench.suites.pictures import blank_picture
from m3bench.servers.kit.failures import BadArgument
from m3bench.servers.kit.pictures import decode_picture
for work in (
    lambda: render(data, path.name, most=1),
    lambda: thumbnail(data),
    lambda: blank_picture(path.name, data),
    lambda: decode_picture(data, path.name, "path"),
):
    try:
        print("read" if work() is not None else "left out")
    except (CheckFailed, DocumentBroken, UsageError, BadArgument) as reason:
        print("refused:", reason)
"""


@pytest.mark.parametrize("make", [pixels, wide, described, cut_off, frames, postscript, tagged])
def test_pictures(make: Callable[[Path], Path], tmp_path: Path) -> None:
    """A picture is a bomb, or not a picture at all."""
    lines = read(PICTURE, make(tmp_path)).splitlines()
    output = [line for line in lines if line.startswith(("read", "left out", "refused: "))]
    assert len(output) == 4
    if make in (pixels, wide, postscript):
        assert "read" not in output
