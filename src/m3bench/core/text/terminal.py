"""Untrusted text: escaped for a terminal, and without what UTF-8 cannot encode."""

from __future__ import annotations

import re
from typing import Any

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters except line breaks and tabs; ESC and its 8-bit forms
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # changes of the text direction
    "\u2028\u2029\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # other line breaks, and invisible characters
    "\ud800-\udfff]"  # surrogates, which cannot be encoded
)
_SURROGATE = re.compile("[\ud800-\udfff]")
"""Models sometimes write lone ones."""


def printable(text: str) -> str:
    """Escape everything that a terminal would interpret (`\\x1b`, `\\u202e`)."""
    return _UNSAFE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def without_surrogates(text: str) -> str:
    """Join surrogate pairs to characters, and replace lone surrogates with U+FFFD."""
    if text.isascii() or _SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def value_without_surrogates(value: Any) -> Any:
    """Apply `without_surrogates` to all texts and keys of a JSON value."""
    if isinstance(value, str):
        return without_surrogates(value)
    if isinstance(value, list | tuple):
        return [value_without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {without_surrogates(key): value_without_surrogates(item) for key, item in value.items()}
    return value
