"""Render and read PDF pages and forms, in a worker: the libraries are large, and the files are untrusted."""

from __future__ import annotations

import io
import json
import logging
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from m3bench.workers.process import JobFailed, LimitExceeded, run_limited

SECONDS = 20.0
_RENDER, _TEXT, _FORM, _PLACES = (
    f"{__name__}:{job}" for job in ("render_job", "text_job", "form_job", "places_job")
)
_HEAD = struct.Struct("<I")
_MOST_FIELDS = 2_000
_MOST_PAGES = 60
_MOST_PIECES = 1_500
_MOST_CHARACTERS = 20_000
_LONGEST_FIELD = 10_000


class DocumentError(Exception):
    """An invalid document. The message is a predicate whose subject is the document."""


@dataclass(frozen=True)
class TextPlace:
    """A piece of a line of text."""

    text: str
    box: tuple[float, float, float, float]
    """Left, top, right and bottom in points from the upper left corner."""
    size: float
    """Of the font, in points; 0 if it is unknown."""


@dataclass(frozen=True)
class PagePlaces:
    """The texts of a page, which is taken upright."""

    width: float
    height: float
    texts: tuple[TextPlace, ...]


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
    answer = run_document_job(_RENDER, _HEAD.pack(len(head)) + head + data, "rendered")
    (length,) = _HEAD.unpack_from(answer)
    count, sizes = json.loads(answer[_HEAD.size : _HEAD.size + length])
    pictures = io.BytesIO(answer[_HEAD.size + length :])
    return count, [None if size is None else pictures.read(size) for size in sizes]


def page_texts(data: bytes, *, most_pages: int, most_characters: int) -> tuple[int, list[str]]:
    """Return the number of pages of a PDF, and the texts of the first ones.

    Args:
        most_pages: How many pages to read.
        most_characters: How many characters to read of each.

    Raises:
        DocumentError: The document cannot be read.
    """
    head = struct.pack("<II", most_pages, most_characters)
    count, texts = json.loads(run_document_job(_TEXT, head + data, "read"))
    return count, texts


def form_values(data: bytes) -> dict[str, str]:
    """Return the values of the fields of a PDF by name; states of buttons begin with a slash.

    Raises:
        DocumentError: The document cannot be read.
    """
    values: dict[str, str] | None = json.loads(run_document_job(_FORM, data, "read"))
    if values is None:
        raise DocumentError("is not a readable PDF")
    return values


def text_places(data: bytes) -> list[PagePlaces]:
    """Return the texts of the first pages of a PDF with their places.

    Raises:
        DocumentError: The document cannot be read.
    """
    pages = json.loads(run_document_job(_PLACES, data, "read"))
    if pages is None:
        raise DocumentError("is not a readable PDF")
    return [
        PagePlaces(width, height, tuple(TextPlace(text, tuple(box), size) for text, box, size in texts))
        for width, height, texts in pages
    ]


def _failed(error: str) -> str:
    return "is password-protected" if "password" in error.lower() else "is broken"


def run_document_job(
    job: str,
    payload: bytes,
    done: str,
    *,
    seconds: float | None = None,
    failed: Callable[[str], str] = _failed,
) -> bytes:
    """Run a job on a document. Raises `DocumentError` if it fails or exceeds a limit.

    `failed` returns what is wrong with the document, from the error of the job.
    """
    try:
        return run_limited(job, payload, seconds=seconds or SECONDS)
    except LimitExceeded as error:
        raise DocumentError(f"cannot be {done}: the worker process {error}") from None
    except JobFailed as error:
        raise DocumentError(failed(str(error))) from None


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


def form_job(payload: bytes) -> bytes:
    """Read values, in a worker process."""
    from pypdf import PdfReader  # noqa: PLC0415 - in the worker only

    logging.disable(logging.CRITICAL)
    try:
        fields = list((PdfReader(io.BytesIO(payload)).get_fields() or {}).items())[:_MOST_FIELDS]
        values = {
            str(name): str(field.get("/V") or "")[:_LONGEST_FIELD]
            for name, field in fields
            if field.get("/FT")
        }
    except Exception:  # noqa: BLE001 - the library raises whatever a broken file leads it to
        return b"null"
    return json.dumps(values).encode()


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


def places_job(payload: bytes) -> bytes:
    """Read places, in a worker process."""
    try:
        document = import_module("pypdfium2").PdfDocument(payload)
        pages = [_places(document[number]) for number in range(min(len(document), _MOST_PAGES))]
    except Exception:  # noqa: BLE001 - the library may raise anything
        return b"null"
    return json.dumps(pages).encode()


def _places(page: Any) -> tuple[float, float, list[Any]]:
    page.set_rotation(0)
    width, height = page.get_size()
    words = page.get_textpage()
    if words.count_chars() > _MOST_CHARACTERS:
        raise ValueError("too many letters")
    texts = []
    for number in range(min(words.count_rects(), _MOST_PIECES)):
        left, bottom, right, top = words.get_rect(number)
        text = words.get_text_bounded(left, bottom, right, top)
        size = _size(words, (left + right) / 2, (top + bottom) / 2, max(2.0, (right - left) / 2))
        texts.append((text, (left, height - top, right, height - bottom), size))
    return width, height, texts


def _size(words: Any, across: float, up: float, reach: float) -> float:
    index = words.get_index(across, up, reach, 4.0)
    return 0.0 if index is None or index < 0 else font_size(words, index)


def font_size(words: Any, index: int) -> float:
    """Return the size of a letter in points, in a worker process."""
    raw = import_module("pypdfium2.raw")
    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(words, index, matrix)
    return float(raw.FPDFText_GetFontSize(words, index) * (matrix.c**2 + matrix.d**2) ** 0.5)
