"""Content of tool results: parts that keep their type up to the model and in the journal."""

from __future__ import annotations

import json
from typing import Any

import msgspec

_TEXT_TYPES = ("text/", "application/json", "application/xml", "application/yaml", "application/x-yaml")
"""Beginnings of the media types of text files."""


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

    @property
    def is_text(self) -> bool:
        """Whether it is text by its type: plain text, HTML, JSON, XML or YAML."""
        return is_text_type(self.media_type)


Content = Text | Data | Media


def is_text_type(media_type: str) -> bool:
    """Return whether files of a media type are text."""
    return media_type.lower().startswith(_TEXT_TYPES)


def part_value(part: Text | Data) -> Any:
    """Return the value of a part; of a text, what it means as JSON, or the text itself."""
    if isinstance(part, Data):
        return part.value
    try:
        return json.loads(part.text)
    except (ValueError, RecursionError):
        return part.text
