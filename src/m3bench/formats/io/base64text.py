"""Base64, with tolerance for line breaks."""

from __future__ import annotations

import base64
import binascii
from typing import Any


def from_base64(text: Any) -> bytes | None:
    """Decode a base64 text, ignoring whitespace; None if it is invalid."""
    if not isinstance(text, str):
        return None
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None


def to_base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
