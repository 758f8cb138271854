"""Emptied pictures and documents, in which a judge must not see what was there."""

from __future__ import annotations

import io
from collections.abc import Callable
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import Any

from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.copies import copied
from m3bench.checks.corruption.pictures import blank_picture
from m3bench.checks.files import content
from m3bench.checks.pictures import PictureShows
from m3bench.rendering import SUFFIXES as OFFICE

Corruptions = list[tuple[str, Evidence]]


def _shown(check: PictureShows, evidence: Evidence, scratch: Path) -> Corruptions:
    paths = check.files(evidence)
    gone, broken = (copied(evidence, scratch) for _ in range(2))
    for path in paths:
        (gone.workspace / path).unlink()
        (broken.workspace / path).write_bytes(content(evidence.workspace, path)[:20])
    found = [("no file", gone), ("a broken file", broken)]
    if all(_suffix(path) not in OFFICE or _suffix(path) in _BLANK for path in paths):
        empty = copied(evidence, scratch)
        for path in paths:
            (empty.workspace / path).write_bytes(_emptied(content(evidence.workspace, path), path))
        found.append(("nothing on it", empty))
    return found


def _emptied(data: bytes, path: str) -> bytes:
    """Return an empty file of the same type."""
    make = _BLANK.get(_suffix(path))
    return make() if make is not None else blank_picture(data, path)


def _suffix(path: str) -> str:
    return PurePosixPath(path).suffix.lower()


def _pdf() -> bytes:
    document = import_module("pypdfium2").PdfDocument.new()
    document.new_page(595, 842)
    written = io.BytesIO()
    document.save(written)
    document.close()
    return written.getvalue()


def _deck() -> bytes:
    deck = import_module("pptx").Presentation()
    deck.slides.add_slide(deck.slide_layouts[6])
    return _saved(deck)


def _sheet() -> bytes:
    return _saved(import_module("openpyxl").Workbook())


def _saved(document: Any) -> bytes:
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


_BLANK: dict[str, Callable[[], bytes]] = {".pdf": _pdf, ".pptx": _deck, ".xlsx": _sheet}

LOOK_CORRUPTORS: dict[type[Check], Callable[[Any, Evidence, Path], Corruptions]] = {PictureShows: _shown}
