"""Tool results: data or text, pictures and sources."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench.core import Look

LARGEST_TEXT = 200_000
"""In characters.

Tools keep their answers far below this limit; longer text is a bug and is truncated with a note.
"""


class Picture(msgspec.Struct, frozen=True):
    """An encoded picture, such as the bytes of a PNG file."""

    data: bytes
    media_type: str = "image/png"


class Attachment(msgspec.Struct, frozen=True):
    """A sound, a film or a document that a model may hear, watch or read, such as the bytes of a WAV file."""

    data: bytes
    media_type: str
    path: str
    """Where the workspace has it."""


class Answer(msgspec.Struct, frozen=True):
    """Result of a tool call. The model receives `data` as is if it is a string, otherwise as JSON."""

    data: Any
    pictures: tuple[Picture, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    sources: tuple[str, ...] = ()
    """Keys of `m3bench.worlds.known_sources()`. If empty, the sources of the server apply."""
    looked: tuple[Look, ...] = ()
    """The files that the answer shows, and how much of them."""
    wrote: tuple[str, ...] = ()
    """The files that were written; `Server.call` fills it in."""
    removed: tuple[str, ...] = ()
    """The files that were removed; `Server.call` fills it in."""
    receipts: tuple[str, ...] = ()
    """Proofs of the record changes that were made; `Server.call` fills it in."""

    @property
    def text(self) -> str:
        text = self.data if isinstance(self.data, str) else msgspec.json.encode(self.data).decode()
        if len(text) <= LARGEST_TEXT:
            return text
        return f"{text[:LARGEST_TEXT]}… [cut: {len(text):,} characters in all; ask for less]"
