"""Types of pictures, sounds and films, detected from the bytes: names and declared types may be wrong."""

from __future__ import annotations

UNKNOWN = "application/octet-stream"

_PICTURES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
    b"BM": "image/bmp",
}
_PLAYED = {
    b"OggS": "audio/ogg",
    b"fLaC": "audio/flac",
    b"ID3": "audio/mpeg",
    b"\xff\xfb": "audio/mpeg",
    b"\xff\xf3": "audio/mpeg",
    b"\xff\xf2": "audio/mpeg",
    b"\x1a\x45\xdf\xa3": "video/webm",
}


def picture_type(data: bytes) -> str:
    """Return the media type of a picture that cannot contain scripts, or `UNKNOWN`."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return _by_beginning(data, _PICTURES)


def played_type(data: bytes) -> str:
    """Return the media type of a sound or film that a browser can play, or `UNKNOWN`."""
    if data[:4] == b"RIFF" and data[8:12] == b"WAVE":
        return "audio/wav"
    if data[4:8] == b"ftyp":
        return "audio/mp4" if data[8:11] == b"M4A" else "video/mp4"
    return _by_beginning(data, _PLAYED)


def _by_beginning(data: bytes, types: dict[bytes, str]) -> str:
    return next((media_type for start, media_type in types.items() if data.startswith(start)), UNKNOWN)
