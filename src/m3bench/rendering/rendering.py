"""Rendering pictures and documents as pictures of limited size, without metadata."""

from __future__ import annotations

import io
import json
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from m3bench.rendering import pdf as pdf_drawing
from m3bench.rendering.errors import DocumentBroken, RenderingUnavailable
from m3bench.rendering.libreoffice import SUFFIXES as OFFICE
from m3bench.rendering.libreoffice import to_pdf
from m3bench.rendering.pictures import open_picture
from m3bench.rendering.programs import TIMEOUT, run_program

LONGEST_SIDE = 1_600
"""In pixels. Providers shrink larger pictures themselves."""
_LONGEST_OUTPUT = 200


@dataclass(frozen=True)
class Rendered:
    """The first pages as PNG, and the total number of pages."""

    pages: list[bytes]
    total: int


def render(data: bytes, path: str, *, most: int) -> Rendered:
    """Render a file; a picture is one page. Raise `DocumentBroken` if it is broken, `RenderingUnavailable` if
    rendering fails."""
    suffix = PurePosixPath(path).suffix.lower()
    if suffix in OFFICE:
        return _drawn(to_pdf(data, path), path, most)
    if suffix == ".pdf":
        return _drawn(data, path, most)
    return Rendered([_plain(data, path)] if most else [], 1)


def _plain(data: bytes, path: str) -> bytes:
    """Return the pixels only, without metadata such as a title or a comment."""
    image = open_picture(data, path)
    image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


def _drawn(data: bytes, path: str, most: int) -> Rendered:
    """Draw pages in a separate process, so that a malicious PDF cannot harm us."""
    with tempfile.TemporaryDirectory(prefix="m3bench-pages-") as name:
        folder = Path(name)
        (folder / "document.pdf").write_bytes(data)
        # The program's folder has modules with names of the standard library, which it must not import.
        options = ("-P", "-s", pdf_drawing.__file__)
        command = [sys.executable, *options, str(folder), str(most), str(LONGEST_SIDE)]
        ended = run_program(command, folder, variables={"PYTHONPATH": os.pathsep.join(sys.path)})
        if ended is None:
            raise RenderingUnavailable(f"{path}: rendering timed out after {TIMEOUT:g} s")
        result = folder / pdf_drawing.RESULT
        if ended.status < 0:
            raise DocumentBroken(f"{path} crashes the PDF renderer (signal {-ended.status})")
        if not result.exists():
            raise RenderingUnavailable(f"{path}: rendering failed: {ended.output.strip()[-_LONGEST_OUTPUT:]}")
        outcome = json.loads(result.read_bytes())
        if outcome["problem"]:
            raise DocumentBroken(f"{path} {outcome['problem']}")
        return Rendered([(folder / page).read_bytes() for page in outcome["pages"]], outcome["total"])
