"""Jobs of worker processes that draw and measure pages of a PDF. Arguments and results are bytes."""

from __future__ import annotations

import io
import json
import struct
from importlib import import_module
from itertools import islice
from typing import Any

HEAD = struct.Struct("<I")
_IMAGE, _MOST_OBJECTS = 3, 2_000
_LONGEST_TEXT = 300
_MOST_CHARACTERS = 20_000
_UNSEEN = "\x02\xad\ufffe"
"""Marks of hyphens at the ends of lines."""


def draw_job(payload: bytes) -> bytes:
    """Draw pages, or an area of each."""
    options, data = _unpacked(payload)
    document = import_module("pypdfium2").PdfDocument(data)
    total = len(document)
    pages = [number for number in options["pages"] if 1 <= number <= total]
    pictures = [_drawn(document[number - 1], options) for number in pages]
    head = json.dumps([total, pages, [len(picture) for picture in pictures]]).encode()
    return b"".join([HEAD.pack(len(head)), head, *pictures])


def _drawn(page: Any, options: dict[str, Any]) -> bytes:
    width, height = page.get_size()
    left, top, right, bottom = options["area"] or (0.0, 0.0, 1.0, 1.0)
    shown = max(1.0, width * (right - left), height * (bottom - top))
    scale = min(options["scale"], options["side"] / shown)
    crop = (width * left, height * (1 - bottom), width * (1 - right), height * top)
    written = io.BytesIO()
    page.render(scale=scale, crop=crop).to_pil().convert("RGB").save(written, "PNG", compress_level=1)
    return written.getvalue()


def measure_job(payload: bytes) -> bytes:
    """Return the size of a page, and the boxes of its texts and pictures from its top left, in points."""
    options, data = _unpacked(payload)
    document = import_module("pypdfium2").PdfDocument(data)
    if not 1 <= options["page"] <= len(document):
        return json.dumps({"total": len(document)}).encode()
    page = document[options["page"] - 1]
    width, height = page.get_size()
    boxes = [*_texts(page, options["most"]), *_pictures(page, options["most"])]
    for box in boxes:
        left, bottom, right, top = box["box"]
        box["box"] = [round(number, 1) for number in (left, height - top, right, height - bottom)]
    size = [round(width, 1), round(height, 1)]
    return json.dumps({"total": len(document), "size": size, "boxes": boxes}).encode()


def _texts(page: Any, most: int) -> list[dict[str, Any]]:
    """Return the lines of text. They are built from characters in the order of the document: a search for the
    text in a box would also find what overlaps it."""
    text = page.get_textpage()
    characters = text.get_text_range(0, min(text.count_chars(), _MOST_CHARACTERS)) if most else ""
    lines: list[tuple[str, list[float]]] = []
    last: tuple[float, ...] | None = None
    for number, character in enumerate(characters):
        if character.isspace() or character in _UNSEEN:
            last = None if character in "\r\n" else last
            if last and lines:
                lines[-1] = (lines[-1][0] + " ", lines[-1][1])
            continue
        box = text.get_charbox(number, loose=True)
        if last is None or _is_apart(last, box):
            lines.append((character, list(box)))
        else:
            words, around = lines[-1]
            lines[-1] = (words + character, _union(around, box))
        last = box
    return [
        {"kind": "text", "text": " ".join(words.split())[:_LONGEST_TEXT], "box": box}
        for words, box in lines[:most]
    ]


def _is_apart(last: tuple[float, ...], box: tuple[float, ...]) -> bool:
    """Return whether a character is not on the line of the one before it, or in another column."""
    height = max(1.0, last[3] - last[1])
    gap = box[0] - last[2]
    return not -height < gap < 2 * height or not last[1] < (box[1] + box[3]) / 2 < last[3]


def _union(one: list[float], other: tuple[float, ...]) -> list[float]:
    left, bottom, right, top = other
    return [min(one[0], left), min(one[1], bottom), max(one[2], right), max(one[3], top)]


def _pictures(page: Any, most: int) -> list[dict[str, Any]]:
    objects = islice(page.get_objects(), _MOST_OBJECTS)
    boxes = [shape.get_bounds() for shape in objects if shape.type == _IMAGE]
    return [{"kind": "picture", "box": box} for box in boxes[:most]]


def _unpacked(payload: bytes) -> tuple[dict[str, Any], bytes]:
    (length,) = HEAD.unpack_from(payload)
    return json.loads(payload[HEAD.size : HEAD.size + length]), payload[HEAD.size + length :]
