"""Checksums of a PNG image, updated after its bytes were changed."""

from __future__ import annotations

import zlib

_START = b"\x89PNG\r\n\x1a\n"
_HEAD, _SUM = 8, 4  # length and name of a chunk; its checksum


def with_checksums(data: bytes) -> bytes:
    """Return the image with correct checksums up to the first incomplete chunk. Other data is unchanged."""
    if not data.startswith(_START):
        return data
    picture, place = bytearray(data), len(_START)
    while place + _HEAD <= len(picture):
        end = place + _HEAD + int.from_bytes(picture[place : place + 4])
        if end + _SUM > len(picture):
            break
        picture[end : end + _SUM] = zlib.crc32(picture[place + 4 : end]).to_bytes(4)
        place = end + _SUM
    return bytes(picture)
