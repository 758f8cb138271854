"""Read the text of office documents, in a worker: the files are untrusted."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

from m3bench.workers.documents import run_document_job

SECONDS = 20.0
OFFICE_SUFFIXES = (".docx", ".pptx", ".xlsx")
_JOB = f"{__name__}:office_job"
_SEPARATOR = b"\0"
_NUMBER = re.compile(r"(\d+)\.xml$")
_MOST_PART = 20_000_000


def office_text(data: bytes, suffix: str, *, most_characters: int) -> str:
    """Return the text of a Word document, a deck or a workbook: a line for each paragraph or row.

    Args:
        data: The file.
        suffix: One of `OFFICE_SUFFIXES`.
        most_characters: How much text to return.

    Raises:
        DocumentError: The document cannot be read.
    """
    payload = f"{suffix} {most_characters}".encode() + _SEPARATOR + data
    return run_document_job(_JOB, payload, "read", seconds=SECONDS, failed=lambda _: "is broken").decode()


def office_job(payload: bytes) -> bytes:
    """Read the text of a document, in a worker process."""
    head, _, data = payload.partition(_SEPARATOR)
    suffix, most = head.decode().split()
    text = ""
    for line in _READERS[suffix](data):
        text += f"{line}\n"
        if len(text) > int(most):
            break
    return text[: int(most)].encode("utf-8", "replace")


def _word_lines(data: bytes) -> Iterator[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        yield from _paragraphs(archive, "word/document.xml")


def _slide_lines(data: bytes) -> Iterator[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        slides = [name for name in archive.namelist() if name.startswith("ppt/slides/slide")]
        for number, name in enumerate(sorted(slides, key=_number), 1):
            yield f"Slide {number}"
            yield from _paragraphs(archive, name)


def _number(name: str) -> int:
    match = _NUMBER.search(name)
    return int(match[1]) if match else 0


def _paragraphs(archive: zipfile.ZipFile, name: str) -> Iterator[str]:
    with archive.open(name) as part:
        root = ElementTree.fromstring(part.read(_MOST_PART))  # noqa: S314 - in a worker with limits
    for paragraph in root.iter():
        if paragraph.tag.endswith("}p"):
            line = "".join(run.text or "" for run in paragraph.iter() if run.tag.endswith("}t"))
            if line.strip():
                yield line


def _sheet_lines(data: bytes) -> Iterator[str]:
    workbook: Any = import_module("openpyxl").load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    for sheet in workbook.worksheets:
        yield f"Sheet {sheet.title}"
        for row in sheet.iter_rows(values_only=True):
            cells = ["" if cell is None else str(cell) for cell in row]
            if any(cells):
                yield "\t".join(cells)


_READERS: dict[str, Callable[[bytes], Iterator[str]]] = {
    ".docx": _word_lines,
    ".pptx": _slide_lines,
    ".xlsx": _sheet_lines,
}
