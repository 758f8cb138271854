"""Content of tool results: parts that keep their type up to the model and in the journal."""

from __future__ import annotations

from typing import Any

import msgspec


class Text(msgspec.Struct, frozen=True, tag="text", omit_defaults=True):
    text: str


class Data(msgspec.Struct, frozen=True, tag="data", omit_defaults=True):
    """A structured (JSON) value."""

    value: Any


class Media(msgspec.Struct, frozen=True, tag="media", omit_defaults=True, kw_only=True):
    """An image, audio or any other file, given as bytes, as their hash in a run folder, or as a URI."""

    media_type: str = "application/octet-stream"
    data: bytes | None = None
    digest: str | None = None
    uri: str | None = None

    @property
    def kind(self) -> str:
        """``image``, ``audio``, ``video``, ``text`` or ``application``."""
        return self.media_type.partition("/")[0]


Content = Text | Data | Media
