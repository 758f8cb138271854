"""Parse strings of models: any quotes, unescaped quotes inside, or never closed."""

from __future__ import annotations

import re

CLOSERS = {'"': '"', "'": "'", "`": "`", "“": '”“"', "”": '”“"', "„": '“”"', "‘": "’‘'", "’": "’‘'"}
"""Opening quotes and their closing quotes."""
_PIECES = {opener: re.compile(rf"[^\\{re.escape(closers)}]+") for opener, closers in CLOSERS.items()}
_KEY = r"(?:[\"'“‘`]|[-\w$]{1,64}\s*:)"
_AFTER_KEY = re.compile(r"\s*(?:\Z|[:,}\])])")
_AFTER_VALUE = re.compile(
    rf"\s*(?:\Z|[}})\]]|//|/\*|\#|,\s*(?:\Z|[}}\])]|{_KEY}|//|/\*|\#)"
    rf"|\n\s*{_KEY}|\s[\"'“‘][\w ./-]{{1,64}}[\"'”’]\s*:)"
)
_AFTER_ITEM = re.compile(
    r"\s*(?:\Z|[}\])]|//|/\*|\#|,\s*(?:\Z|[}\])\[{(\"'“‘`\d+.-]|//|/\*|\#|[A-Za-z]{1,9}\s*(?:[,\])]|\Z))|\n\s*[\[{\"'“‘])"
)
_AFTER_ARGUMENT = re.compile(r"\s*(?:\Z|[,:)\]}])")
ENDS = {"key": _AFTER_KEY, "value": _AFTER_VALUE, "item": _AFTER_ITEM, "argument": _AFTER_ARGUMENT}
"""What may follow a string, by its place. A quote followed by anything else is part of the string."""

_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": "", "0": "\0", "a": "\a", "v": "\v"}
_HEX = {
    "u": re.compile(r"[0-9a-fA-F]{4}"),
    "x": re.compile(r"[0-9a-fA-F]{2}"),
    "U": re.compile(r"[0-9a-fA-F]{8}"),
}
_CUT_HEX = re.compile(r"[0-9a-fA-F]{0,7}\Z")
_LOW = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_PUNCTUATION = frozenset("\"'\\/`“”„‘’")


def read_string(text: str, start: int, place: str) -> tuple[str, int, bool]:
    """Parse the string at `start`; return it, its end, and whether it was closed."""
    opener = text[start]
    piece, closers, end = _PIECES[opener], CLOSERS[opener], ENDS[place]
    parts: list[str] = []
    at = start + 1
    while at < len(text):
        run = piece.match(text, at)
        if run is not None:
            parts.append(run[0])
            at = run.end()
        elif text[at] == "\\":
            part, at = _escape(text, at)
            parts.append(part)
        elif text[at] in closers and end.match(text, at + 1) is not None:
            return "".join(parts), at + 1, True
        else:
            parts.append(text[at])
            at += 1
    return "".join(parts), at, False


def _escape(text: str, at: int) -> tuple[str, int]:
    """Decode an escape of JSON or Python. Unknown escapes stay as they are."""
    letter = text[at + 1 : at + 2]
    if letter in _SIMPLE:
        return _SIMPLE[letter], at + 2
    if letter in _HEX:
        digits = _HEX[letter].match(text, at + 2)
        if digits is not None:
            return _character(text, digits)
        return ("", len(text)) if _CUT_HEX.match(text, at + 2) else ("\\" + letter, at + 2)
    if letter in _PUNCTUATION or not letter:
        return letter, at + 2
    return "\\" + letter, at + 2


def _character(text: str, digits: re.Match[str]) -> tuple[str, int]:
    code = int(digits[0], 16)
    low = _LOW.match(text, digits.end()) if 0xD800 <= code < 0xDC00 else None
    if low is not None:
        return chr(0x10000 + ((code - 0xD800) << 10) + int(low[1], 16) - 0xDC00), low.end()
    return (chr(code) if code <= 0x10FFFF else "\ufffd"), digits.end()
