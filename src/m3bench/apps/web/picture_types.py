"""Picture types, detected from the bytes: names and declared types may be wrong."""

from __future__ import annotations

UNKNOWN = "application/octet-stream"

_TYPES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
    b"BM": "image/bmp",
}


def picture_type(data: bytes) -> str:
    """Return the media type of a picture that cannot contain scripts, or `UNKNOWN`."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    known = (media_type for start, media_type in _TYPES.items() if data.startswith(start))
    return next(known, UNKNOWN)
