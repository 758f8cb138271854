"""The pictures, sounds and files of an export, each once, under names that no web server sends as a page."""

from __future__ import annotations

import hashlib
from pathlib import Path, PurePosixPath

from m3bench.apps.web import UNKNOWN, picture_type, played_type
from m3bench.core.redaction import redactor

LARGEST = 8 * 2**20
MOST_BYTES = 2**30
_ENDINGS = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/bmp": ".bmp",
    "image/webp": ".webp",
    "audio/ogg": ".ogg",
    "audio/flac": ".flac",
    "audio/mpeg": ".mp3",
    "audio/wav": ".wav",
    "audio/mp4": ".m4a",
    "video/webm": ".webm",
    "video/mp4": ".mp4",
}
_HARMLESS = (
    ".txt", ".csv", ".json", ".md", ".pdf", ".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".zip",
)  # fmt: skip
"""Endings that a web server sends as something that runs no scripts of the site. Others become `.bin`."""


class MediaFiles:
    """Writes bytes below `media/`, and counts what is too large."""

    def __init__(self, folder: Path, largest: int = LARGEST, most: int = MOST_BYTES) -> None:
        self._folder, self._largest, self._most = folder, largest, most
        self._written: dict[str, str] = {}
        self._left_out: set[str] = set()
        self.bytes = 0

    @property
    def left_out(self) -> int:
        """How many files are not in the export because of their size."""
        return len(self._left_out)

    def put(self, data: bytes, name: str = "") -> str | None:
        """Write bytes, and return their path in the export; None if they are too large."""
        data = redactor().data(data)
        digest = hashlib.sha256(data).hexdigest()
        if digest in self._written:
            return self._written[digest]
        if len(data) > self._largest or self.bytes + len(data) > self._most:
            self._left_out.add(digest)
            return None
        path = f"media/{digest[:32]}{_ending(data, name)}"
        target = self._folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        self.bytes += len(data)
        self._written[digest] = path
        return path


def _ending(data: bytes, name: str) -> str:
    kind = picture_type(data) if picture_type(data) != UNKNOWN else played_type(data)
    if kind != UNKNOWN:
        return _ENDINGS[kind]
    ending = PurePosixPath(name).suffix.lower()
    return ending if ending in _HARMLESS else ".bin"
