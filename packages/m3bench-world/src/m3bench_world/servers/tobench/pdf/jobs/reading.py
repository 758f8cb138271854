"""What a PDF has: pages, texts, places of texts, pictures."""

from __future__ import annotations

import io
from importlib import import_module
from typing import Any

from pypdf import PageObject

from m3bench_world.servers.tobench.pdf.jobs.pages import (
    box_of,
    chosen,
    opened,
    plain,
    shown_place,
    size_of,
    turned,
)
from m3bench_world.servers.tobench.pdf.jobs.protocol import Outcome

MOST_SHOWN = 200
MOST_CHARACTERS = 60_000
MOST_HITS = 100
MOST_PICTURES = 60
_MOST_BYTES = 100 * 2**20


def info(options: dict[str, Any], files: list[bytes]) -> Outcome:  # noqa: ARG001
    reader = opened(files[0])
    pages = [
        {
            "page": number,
            "width": round(size_of(page)[0], 1),
            "height": round(size_of(page)[1], 1),
            "rotation": turned(page),
        }
        for number, page in enumerate(reader.pages[:MOST_SHOWN], 1)
    ]
    about: dict[str, Any] = reader.metadata or {}
    named = {
        name: plain(about.get(f"/{name.title()}")) for name in ("title", "author", "subject", "keywords")
    }
    fields = len(reader.get_fields() or {})
    return Outcome({"count": len(reader.pages), "pages": pages, "metadata": named, "form_fields": fields})


def text(options: dict[str, Any], files: list[bytes]) -> Outcome:
    opened(files[0])  # says what is wrong where PDFium would only call it broken
    document = import_module("pypdfium2").PdfDocument(files[0])
    numbers = chosen(options["pages"], len(document))
    left, found = MOST_CHARACTERS, []
    for number in numbers:
        words = _words(document[number - 1], left)
        left -= len(words)
        found.append({"page": number, "text": words.replace("\r\n", "\n")})
        if left <= 0:
            break
    return Outcome({"count": len(document), "pages": found, "cut": left <= 0})


def find(options: dict[str, Any], files: list[bytes]) -> Outcome:
    reader = opened(files[0])
    document = import_module("pypdfium2").PdfDocument(files[0])
    hits: list[dict[str, Any]] = []
    for number in chosen(options["pages"], len(document)):
        words = document[number - 1].get_textpage()
        searcher = words.search(options["text"], match_case=options["match_case"])
        while len(hits) < MOST_HITS and (hit := searcher.get_next()) is not None:
            boxes = [words.get_rect(index) for index in range(words.count_rects(*hit))]
            hits.append(
                {"page": number, "areas": [_area(reader.pages[number - 1], box) for box in boxes[:5]]}
            )
    return Outcome({"hits": hits})


def pictures(options: dict[str, Any], files: list[bytes]) -> Outcome:
    reader = opened(files[0])
    found: list[dict[str, Any]] = []
    made: list[bytes] = []
    for number in chosen(options["pages"], len(reader.pages)):
        for image in reader.pages[number - 1].images:
            shown = image.image
            if shown is None:
                continue
            stream = io.BytesIO()
            shown.convert("RGBA" if shown.has_transparency_data else "RGB").save(
                stream, "PNG", compress_level=1
            )
            found.append({"page": number, "width": shown.width, "height": shown.height})
            made.append(stream.getvalue())
            if len(made) >= MOST_PICTURES or sum(map(len, made)) > _MOST_BYTES:
                return Outcome({"pictures": found, "cut": True}, made)
    return Outcome({"pictures": found, "cut": False}, made)


def _words(page: Any, most: int) -> str:
    words = page.get_textpage()
    count = min(words.count_chars(), max(most, 1))
    return str(words.get_text_range(0, count)) if count else ""


def _area(page: PageObject, box: tuple[float, float, float, float]) -> dict[str, float]:
    # Not PDFium's boxes: it does not look for those that pages inherit.
    left, top, right, bottom = shown_place(box_of(page), turned(page), box)
    return {"left": left, "top": top, "width": round(right - left, 1), "height": round(bottom - top, 1)}
