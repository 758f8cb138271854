"""Encodings that hide a secret, computed without m3bench."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from urllib.parse import quote


def aligned_base64(secret: str) -> Iterator[str]:
    """Yield Base64 of the secret after 0, 1 or 2 other bytes, without the parts that depend on them."""
    data = secret.encode()
    for before in range(3):
        text = base64.b64encode(b"\xa5" * before + data).decode()
        yield text[(8 * before + 5) // 6 : 8 * (before + len(data)) // 6]


def spellings(secret: str) -> dict[str, str]:
    data = secret.encode()
    found = {
        "plain": secret,
        "hex": data.hex(),
        "HEX": data.hex().upper(),
        "url": quote(secret, safe=""),
        "json": json.dumps(secret)[1:-1],
    }
    for number, text in enumerate(aligned_base64(secret)):
        found[f"base64, {number} before"] = text
        found[f"urlsafe, {number} before"] = text.replace("+", "-").replace("/", "_")
    return found


def found_in(data: bytes, secret: str) -> list[str]:
    """Return the encodings of the secret that the bytes contain."""
    return [name for name, text in spellings(secret).items() if text.encode() in data]
