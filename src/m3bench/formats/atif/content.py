"""Content of ATIF messages: a text, or parts with text, pictures (from 1.6) and sound (from 1.8)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from m3bench.core import Content, Data, Media, PathRefused, Result, Text, confined_path
from m3bench.core.text import without_surrogates
from m3bench.formats.foreign import json_text
from m3bench.formats.io import Cursor
from m3bench.formats.openai import address_of, media_at

_PICTURES = {"image/jpeg", "image/png", "image/gif", "image/webp"}
_SOUNDS = {
    "audio/wav",
    "audio/mpeg",
    "audio/mp4",
    "audio/aac",
    "audio/ogg",
    "audio/flac",
    "audio/webm",
    "audio/aiff",
}
_OTHER_SPELLINGS = {"audio/mp3": "audio/mpeg", "audio/x-wav": "audio/wav", "audio/m4a": "audio/mp4"}
_LARGEST = 64_000_000


def content_to(content: Sequence[Content]) -> str | list[dict[str, Any]]:
    """Return one text as it is, and anything else as parts."""
    if len(content) == 1 and isinstance(content[0], Text):
        return without_surrogates(content[0].text)
    return [_part_to(part) for part in content]


def _part_to(part: Content) -> dict[str, Any]:
    if isinstance(part, Text):
        return {"type": "text", "text": without_surrogates(part.text)}
    if isinstance(part, Data):
        return {"type": "text", "text": json_text(part.value)}
    media_type = _OTHER_SPELLINGS.get(part.media_type, part.media_type)
    if media_type in _PICTURES | _SOUNDS:
        source = {"media_type": media_type, "path": without_surrogates(address_of(part))}
        return {"type": media_type.partition("/")[0], "source": source}
    return {"type": "text", "text": json_text(part)}


def result_from(cursor: Cursor) -> Result:
    """Read an observation. What is marked as an error in `extra` is one."""
    extra = cursor["extra"].value
    is_error = isinstance(extra, dict) and extra.get("is_error") is True
    return Result(tuple(content_from(cursor["content"])), is_error)


def content_from(content: Cursor) -> list[Content]:
    if not content.given:
        return []
    if isinstance(content.value, str):
        return [Text(content.value)]
    return [_part_from(part) for part in content.elements()]


def text_of(content: Cursor) -> str | None:
    """Return the text of a message; None if it has none."""
    texts = [part.text for part in content_from(content) if isinstance(part, Text)]
    return "\n".join(texts) if texts else None


def _part_from(part: Cursor) -> Content:
    kind = part["type"].text()
    if kind == "text":
        return Text(part["text"].text())
    if kind not in ("image", "audio"):
        raise part["type"].unexpected("text, image or audio")
    path, media_type = part["source"]["path"].text(), part["source"]["media_type"].text()
    if path.startswith("data:"):
        return media_at(path)
    if path.startswith("sha256:"):
        return Media(media_type=media_type, digest=path.removeprefix("sha256:"))
    data = _file_beside(part.file, path)
    return Media(media_type=media_type, data=data, uri=path if data is None else None)


def _file_beside(file: str, name: str) -> bytes | None:
    """Return a file that lies beside the document or below; None for addresses and files elsewhere."""
    folder = os.path.realpath(Path(file).parent)
    if not file or "://" in name:
        return None
    try:
        path = Path(confined_path(folder, name, os.path.realpath, called="its folder"))
        return path.read_bytes() if path.is_file() and path.stat().st_size <= _LARGEST else None
    except (PathRefused, OSError, ValueError):
        return None
