"""Pictures and documents as pictures of bounded size, without anything else that the files hold."""

from __future__ import annotations

import io
import json
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from PIL import Image

from m3bench.checks.check import Doubt, Unfit
from m3bench.checks.pictures import read_picture
from m3bench.checks.rendering import pdf as pdf_drawing
from m3bench.checks.rendering.libreoffice import SUFFIXES as OFFICE
from m3bench.checks.rendering.libreoffice import printed
from m3bench.checks.rendering.programs import PATIENCE, ran

LONGEST_SIDE = 1_600
"""In pixels. Providers make more of it smaller themselves."""
_LONGEST_SAID = 200


@dataclass(frozen=True)
class Rendered:
    """The first pages as PNG, and how many there are."""

    pages: list[bytes]
    total: int


def rendered(data: bytes, path: str, *, most: int) -> Rendered:
    """A picture is one page. Raises `Unfit` for what cannot be shown, and `Doubt` where we cannot show it."""
    suffix = PurePosixPath(path).suffix.lower()
    if suffix in OFFICE:
        return _drawn(printed(data, path), path, most)
    if suffix == ".pdf":
        return _drawn(data, path, most)
    return Rendered([_plain(data, path)] if most else [], 1)


def _plain(data: bytes, path: str) -> bytes:
    """The pixels alone: what else a picture's file says, be it a title or a comment, is not seen."""
    image = Image.fromarray(read_picture(data, path))
    image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


def _drawn(data: bytes, path: str, most: int) -> Rendered:
    """In a process of its own: whatever a PDF does to its reader, we go on."""
    with tempfile.TemporaryDirectory(prefix="m3bench-pages-") as name:
        folder = Path(name)
        (folder / "document.pdf").write_bytes(data)
        # Beside the program lie modules with names of the standard library: it must not find them.
        options = ("-P", "-s", pdf_drawing.__file__)
        command = [sys.executable, *options, str(folder), str(most), str(LONGEST_SIDE)]
        ended = ran(command, folder, variables={"PYTHONPATH": os.pathsep.join(sys.path)})
        if ended is None:
            raise Doubt(f"{path}: its pages were not drawn within {PATIENCE:g} s")
        told = folder / pdf_drawing.TOLD
        if ended.status < 0:
            raise Unfit(f"{path} breaks the reader of PDFs (signal {-ended.status})")
        if not told.exists():
            raise Doubt(f"{path}: its pages cannot be drawn here: {ended.said.strip()[-_LONGEST_SAID:]}")
        said = json.loads(told.read_bytes())
        if said["problem"]:
            raise Unfit(f"{path} {said['problem']}")
        return Rendered([(folder / page).read_bytes() for page in said["pages"]], said["total"])
