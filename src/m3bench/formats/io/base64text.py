"""Bytes as base64, with the slips that servers make."""

from __future__ import annotations

import base64
import binascii
from typing import Any


def bytes_of(text: Any) -> bytes | None:
    """The bytes of a base64 text, line breaks in it or not; None where it is no such text."""
    if not isinstance(text, str):
        return None
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None


def text_of(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
