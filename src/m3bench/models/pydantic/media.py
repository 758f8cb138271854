"""Text, data, pictures, sounds and files in the form in which each provider takes them, or as a note."""

from __future__ import annotations

import json
from collections.abc import Iterable

import msgspec
from pydantic_ai.messages import BinaryContent, DocumentUrl, ImageUrl, MultiModalContent, UploadedFile

from m3bench.core import Content, Data, Media, Text, is_text_type
from m3bench.core.text import without_surrogates
from m3bench.models.accepted import plain_type, types_of
from m3bench.models.defaults import ModelDefaults
from m3bench.models.endpoint import Wire

Shown = str | MultiModalContent

_DRAWN_TEXT = "image/svg"
_BEGINNINGS = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"))
_NAMES = {"image": "picture", "audio": "sound", "video": "film"}


class MediaSupport(msgspec.Struct, frozen=True):
    """What one model can be shown."""

    wire: Wire
    types: frozenset[str]

    @classmethod
    def of(cls, wire: Wire, defaults: ModelDefaults) -> MediaSupport:
        return cls(wire, types_of(wire, defaults))

    def show(self, content: Iterable[Content]) -> list[Shown]:
        """Blank texts are left out: some providers refuse them."""
        return [shown for part in content if (shown := self._one(part)) != ""]

    def _one(self, part: Content) -> Shown:
        match part:
            case Text(text):
                return without_surrogates(text) if text.strip() else ""
            case Data(value):
                return without_surrogates(as_json(value))
            case Media(data=None):
                return self._linked(part)
        return self._enclosed(part, part.data or b"")

    def _enclosed(self, media: Media, data: bytes) -> Shown:
        declared = plain_type(media.media_type)
        media_type = _true_type(declared, data)
        if data and media_type in self.types:
            return BinaryContent(data, media_type=media_type)
        if is_text_type(media_type) or media_type.startswith(_DRAWN_TEXT):
            return data.decode("utf-8", "replace")
        return _note(media, f"{declared}, {len(data)} bytes")

    def _linked(self, media: Media) -> Shown:
        address, media_type = media.uri or "", plain_type(media.media_type)
        if media_type in self.types and address.startswith(("https://", "http://")):
            if self.wire == "google" and address.startswith("https://"):
                return UploadedFile(address, provider_name="google", media_type=media_type)
            if self.wire != "google" and media.kind == "image":
                return ImageUrl(address, media_type=media_type)
            if self.wire == "anthropic" and media_type == "application/pdf":
                return DocumentUrl(address, media_type=media_type)
        return _note(media, f"{media_type}, at {without_surrogates(address)}" if address else media_type)


def as_json(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        return str(value)


def _true_type(declared: str, data: bytes) -> str:
    """Servers err about the kinds of their pictures; providers refuse what is not what it says it is."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for beginning, kind in _BEGINNINGS if data.startswith(beginning)), declared)


def _note(media: Media, details: str) -> str:
    return f"[A {_NAMES.get(media.kind, 'file')} that cannot be shown here: {details}]"
