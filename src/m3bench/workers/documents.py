"""Render and read PDF pages, in a worker: the library is large, and the files are untrusted."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from m3bench.workers.process import JobFailed, LimitExceeded, run_limited

SECONDS = 20.0
_JOB = f"{__name__}:render_job"
_TEXT_JOB = f"{__name__}:text_job"
_HEAD = struct.Struct("<I")


class DocumentError(Exception):
    """An invalid document. The message is a predicate whose subject is the document."""


def render_pages(
    data: bytes, pages: Sequence[int] | None, *, most: int, dots_per_point: float, longest_side: int
) -> tuple[int, list[bytes | None]]:
    """Return the number of pages of a PDF, and pages as PNG images.

    Args:
        pages: The pages to render, counted from 1. Defaults to the first `most`.

    Returns:
        The page count and one image per page; None for a page that cannot be rendered.

    Raises:
        DocumentError: The document cannot be read.
    """
    options = {"pages": pages, "most": most, "scale": dots_per_point, "side": longest_side}
    head = json.dumps(options).encode()
    answer = run_document_job(_JOB, _HEAD.pack(len(head)) + head + data, "rendered")
    count, sizes, rest = _parse_answer(answer)
    return count, _split(rest, sizes)


def page_texts(data: bytes, *, most_pages: int, most_characters: int) -> tuple[int, list[str]]:
    """Return the number of pages of a PDF, and the texts of the first ones.

    Args:
        most_pages: How many pages to read.
        most_characters: How many characters to read of each.

    Raises:
        DocumentError: The document cannot be read.
    """
    head = struct.pack("<II", most_pages, most_characters)
    count, texts = json.loads(run_document_job(_TEXT_JOB, head + data, "read"))
    return count, texts


def run_document_job(job: str, payload: bytes, done: str) -> bytes:
    """Run a job on a document. Raises `DocumentError` if it fails or exceeds a limit."""
    try:
        return run_limited(job, payload, seconds=SECONDS)
    except LimitExceeded as error:
        raise DocumentError(f"cannot be {done}: the worker process {error}") from None
    except JobFailed as error:
        raise DocumentError(
            "is password-protected" if "password" in str(error).lower() else "is broken"
        ) from None


def text_job(payload: bytes) -> bytes:
    """Read texts, in a worker process."""
    pages, characters = struct.unpack_from("<II", payload)
    document = import_module("pypdfium2").PdfDocument(payload[8:])
    count = len(document)
    texts = []
    for number in range(min(count, pages)):
        page = document[number].get_textpage()
        texts.append(
            page.get_text_range(0, min(page.count_chars(), characters)) if page.count_chars() else ""
        )
    return json.dumps([count, texts]).encode()


def render_job(payload: bytes) -> bytes:
    """Render pages, in a worker process."""
    (length,) = _HEAD.unpack_from(payload)
    options = json.loads(payload[_HEAD.size : _HEAD.size + length])
    document = import_module("pypdfium2").PdfDocument(payload[_HEAD.size + length :])
    document.init_forms()  # or the values of forms would not be drawn
    count = len(document)
    wanted = options["pages"] or range(1, min(count, options["most"]) + 1)
    pictures = [
        _render(document, page, options["scale"], options["side"]) for page in wanted if 1 <= page <= count
    ]
    sizes = [None if picture is None else len(picture) for picture in pictures]
    head = json.dumps([count, sizes]).encode()
    return b"".join([_HEAD.pack(len(head)), head, *filter(None, pictures)])


def _render(document: Any, page: int, scale: float, side: int) -> bytes | None:
    try:
        sheet = document[page - 1]
        bounded = min(scale, side / max(1.0, *sheet.get_size()))
        buffer = io.BytesIO()
        sheet.render(scale=bounded).to_pil().convert("RGB").save(buffer, "PNG", compress_level=1)
    except Exception:  # noqa: BLE001 - the library may raise anything
        return None
    return buffer.getvalue()


def _parse_answer(answer: bytes) -> tuple[int, list[int | None], bytes]:
    (length,) = _HEAD.unpack_from(answer)
    count, sizes = json.loads(answer[_HEAD.size : _HEAD.size + length])
    return count, sizes, answer[_HEAD.size + length :]


def _split(rest: bytes, sizes: list[int | None]) -> list[bytes | None]:
    pictures: list[bytes | None] = []
    for size in sizes:
        pictures.append(None if size is None else rest[:size])
        rest = rest[size or 0 :]
    return pictures
