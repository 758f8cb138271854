"""PNG encoding without metadata; the bytes depend only on the zlib version."""

from __future__ import annotations

import zlib

import numpy as np
from PIL import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LEVEL = 1
_UP, _SUB = 2, 1


def encode(image: Image.Image) -> bytes:
    """Encode RGB with 8 bits per channel: only header, pixels and end chunks."""
    width, height = image.size
    pixels = np.asarray(image.convert("RGB"), dtype=np.uint8).reshape(height, width * 3)
    lines = np.empty((height, width * 3 + 1), dtype=np.uint8)
    lines[0, 0], lines[1:, 0] = _SUB, _UP
    lines[0, 1:4], lines[0, 4:] = pixels[0, :3], pixels[0, 3:] - pixels[0, :-3]
    lines[1:, 1:] = pixels[1:] - pixels[:-1]
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, 15, 9)
    packed = packer.compress(lines.tobytes()) + packer.flush()
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\x00\x00\x00"
    return _SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, body: bytes) -> bytes:
    check = zlib.crc32(kind + body)
    return len(body).to_bytes(4, "big") + kind + body + check.to_bytes(4, "big")
