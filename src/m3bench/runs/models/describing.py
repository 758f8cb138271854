"""Descriptions of sounds, films and documents for models that do not take them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePosixPath

from m3bench.agents import Description
from m3bench.core import Content, Media, Text
from m3bench.models import plain_type
from m3bench.workers import OFFICE_SUFFIXES, DocumentError, office_text, page_texts

_MOST_PAGES = 20
_MOST_CHARACTERS = 20_000
_OFFICE_TYPES = {
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
}


def describe_media(media: Media) -> Description | None:
    """Return what a model gets in place of a sound, film or document; None if it cannot be described."""
    describe = _DESCRIBERS.get(media.kind)
    return describe(media, media.data or b"") if describe is not None else None


def _document(media: Media, data: bytes) -> Description | None:
    try:
        if plain_type(media.media_type) == "application/pdf":
            return _pdf(media, data)
        suffix = _OFFICE_TYPES.get(plain_type(media.media_type)) or PurePosixPath(media.uri or "").suffix
        if suffix not in OFFICE_SUFFIXES:
            return None
        return _text(media, [office_text(data, suffix, most_characters=_MOST_CHARACTERS)])
    except DocumentError:
        return None


def _pdf(media: Media, data: bytes) -> Description:
    share = _MOST_CHARACTERS // _MOST_PAGES
    total, texts = page_texts(data, most_pages=_MOST_PAGES, most_characters=share)
    pages = [f"Page {number} of {total}:\n{text.strip()}" for number, text in enumerate(texts, 1)]
    return _text(media, pages)


def _text(media: Media, parts: Sequence[str]) -> Description:
    head = Text(f"[The text of {media.uri or 'a document'}; its layout and pictures are not shown:]")
    content: list[Content] = [head, *map(Text, filter(None, parts))]
    return Description("text", tuple(content))


_DESCRIBERS: dict[str, Callable[[Media, bytes], Description | None]] = {"application": _document}
