"""What bytes are, told by the bytes: names and declared types may say anything."""

from __future__ import annotations

UNKNOWN = "application/octet-stream"

_KINDS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
    b"BM": "image/bmp",
}


def picture_kind(data: bytes) -> str:
    """The type of a picture that cannot run anything; `UNKNOWN` for everything else."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    known = (kind for start, kind in _KINDS.items() if data.startswith(start))
    return next(known, UNKNOWN)
