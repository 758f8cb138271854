"""Text of others, made harmless for a terminal."""

from __future__ import annotations

import re

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but line breaks and tabs, ESC and its 8-bit forms
    "\u202a-\u202e\u2066-\u2069"  # what turns the direction of the text around
    "\u2028\u2029\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # breaks of another kind, and what nobody sees
    "\ud800-\udfff]"  # halves of surrogate pairs, which cannot be written
)


def printable(text: str) -> str:
    """The text with an escape (`\\x1b`, `\\u202e`) in the place of everything that a terminal would obey."""
    return _UNSAFE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
