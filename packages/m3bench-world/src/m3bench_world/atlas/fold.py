"""Normalization of place names: ASCII, lower case, no punctuation."""

from __future__ import annotations

import unicodedata

_LETTERS = {
    "ı": "i",
    "İ": "i",
    "ł": "l",
    "Ł": "l",
    "đ": "d",
    "Đ": "d",
    "ø": "o",
    "Ø": "o",
    "æ": "ae",
    "Æ": "ae",
}
_LETTERS |= {"œ": "oe", "Œ": "oe", "ð": "d", "Ð": "d", "ß": "ss", "þ": "th", "Þ": "th", "ħ": "h", "Ħ": "h"}
_LETTERS |= {"ə": "a", "Ə": "a", "–": " ", "—": " "}
_SPACES = b'-/,()[]&;:_"\t'
_NOTHING = b"'`.?"


def fold_lines(text: str) -> bytes:
    """Fold many names at once, one per line, as whole buffers: there are 200,000."""
    if not text.isascii():
        for letter, plain in _LETTERS.items():
            text = text.replace(letter, plain)
        text = unicodedata.normalize("NFKD", text)
    folded = text.encode("ascii", "ignore").lower()
    return folded.translate(_TABLE, _NOTHING)


def fold(text: str) -> str:
    """Fold one name, with single spaces."""
    return " ".join(fold_lines(text).decode("ascii").split())


_TABLE = bytes(32 if byte in _SPACES or (byte < 32 and byte != 10) else byte for byte in range(256))
