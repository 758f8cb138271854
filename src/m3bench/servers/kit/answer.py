"""What a tool gives back: data or text, pictures, and the sources it stands on."""

from __future__ import annotations

from typing import Any

import msgspec

LARGEST_TEXT = 200_000
"""Characters. A tool bounds its own answers far below this; more is a bug, and is cut with a note."""


class Picture(msgspec.Struct, frozen=True):
    """A picture as a file would hold it."""

    data: bytes
    media_type: str = "image/png"


class Answer(msgspec.Struct, frozen=True):
    """`data` reaches the model as it is, if it is a text, else as JSON."""

    data: Any
    pictures: tuple[Picture, ...] = ()
    sources: tuple[str, ...] = ()
    """Keys of `m3bench.world.SOURCES`; where empty, the sources of the server."""

    @property
    def text(self) -> str:
        text = self.data if isinstance(self.data, str) else msgspec.json.encode(self.data).decode()
        if len(text) <= LARGEST_TEXT:
            return text
        return f"{text[:LARGEST_TEXT]}… [cut: {len(text):,} characters in all; ask for less]"
