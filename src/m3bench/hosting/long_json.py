"""Read and write long JSON texts in pieces, and count the values of short ones.

One call into C over tens of megabytes blocks every thread, and with them the event loop. No call here gets
much more than `AT_ONCE` bytes, except where a string of the result is joined.
"""

from __future__ import annotations

import codecs
import json
import re
import secrets
from collections.abc import Iterator
from typing import Any

import msgspec

AT_ONCE = 2**20
"""Bytes or characters that are processed in one piece."""
LARGEST_STRING = 64 * 2**20
"""Bytes of memory for one string."""
_WINDOW = 2**18
_SHORT = 64
"""Longest string, in bytes, that is decoded with the rest of the text."""
_LARGEST_FRAME = 12 * 2**20
"""Largest text, in bytes, after its long strings are taken out."""
_CHARACTERS = re.compile(
    rb'(?:[^"\\]++|\\[^u]|\\u(?![dD][89abAB])[0-9a-fA-F]{4}'
    rb"|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[0-9a-fA-F]{4})*+",
    re.DOTALL,
)
"""Complete characters of a JSON string. A surrogate pair counts as one character."""
_LONGEST_CHARACTER = 12
_BLANKS = re.compile(rb"[ \t\r\n]{2,}+")
_OPEN_SEQUENCE = re.compile(rb"[\xc0-\xff][\x80-\xbf]{0,3}\Z")
_ENCODER = json.JSONEncoder(ensure_ascii=False)
MOST_VALUES = 50_000
"""Values in one message. Parsing them takes tens of milliseconds."""
_LEAST_BYTES = 2
"""Of a value, including its separator."""
_STRINGS = re.compile(rb'"(?:[^"\\]++|\\.?)*+"?', re.DOTALL)


class TooManyValues(ValueError):
    """More values than allowed."""


class StringTooLarge(ValueError):
    """A string that takes more than `LARGEST_STRING` bytes of memory."""


def decode(text: bytes | bytearray, most_values: int, window: int = _WINDOW) -> Any:
    """Decode a JSON text as `msgspec.json.decode` does.

    Raises `TooManyValues`, `StringTooLarge`, or what msgspec raises: ValueError, RecursionError.
    """
    frame = _Frame(most_values, window)
    at = 0
    while (opening := text.find(b'"', at)) >= 0:
        frame.add_outside(text, at, opening)
        at = frame.add_string(text, opening)
    frame.add_outside(text, at, len(text))
    return frame.value()


def count_values(text: bytes | bytearray, most: int = MOST_VALUES) -> int:
    """Return an upper bound on the values in a JSON text, without parsing it."""
    if len(text) <= _LEAST_BYTES * most:
        return len(text) // _LEAST_BYTES
    bound = 1 + _openings(text)
    if bound <= most:
        return bound
    rest, strings = _STRINGS.subn(b"", text)
    return 2 + strings + _openings(rest)


def _openings(text: bytes | bytearray) -> int:
    """Count where values begin: each one follows a comma, or is the first of a list or an object."""
    return sum(map(text.count, (b",", b"[", b"{")))


def json_pieces(value: Any, encoder: json.JSONEncoder = _ENCODER) -> Iterator[str]:
    """Yield the JSON text of a value in pieces. Characters outside ASCII are not escaped."""
    mark = _new_mark()
    taken: list[str] = []

    def framed(node: Any) -> Any:
        match node:
            case str() if len(node) > _SHORT:
                taken.append(node)
                return f"{mark}{len(taken) - 1}"
            case dict():
                return {framed(key): framed(part) for key, part in node.items()}
            case list() | tuple():
                return [framed(part) for part in node]
        return node

    parts = re.split(f'"{mark}([0-9]+)"', encoder.encode(framed(value)))
    for index, part in enumerate(parts):
        if index % 2:
            yield from _quoted(taken[int(part)])
        else:
            yield part


def _quoted(text: str) -> Iterator[str]:
    yield '"'
    yield from (_ENCODER.encode(piece)[1:-1] for piece in _pieces(text))
    yield '"'


def _pieces(text: str) -> Iterator[str]:
    return (text[at : at + _WINDOW] for at in range(0, len(text), _WINDOW))


def utf8(text: str, errors: str) -> bytes:
    """Encode the text piece by piece."""
    if len(text) <= AT_ONCE:
        return text.encode("utf-8", errors)
    return b"".join(piece.encode("utf-8", errors) for piece in _pieces(text))


def not_utf8_at(text: bytes | bytearray, window: int = _WINDOW) -> int | None:
    """Return the position of the first byte that is not UTF-8, or None."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    for at in range(0, len(text), window):
        pending = len(decoder.getstate()[0])
        try:
            decoder.decode(text[at : at + window], final=at + window >= len(text))
        except UnicodeDecodeError as error:
            return at - pending + error.start
    return None


class _Frame:
    """A JSON text whose long strings are replaced by random placeholders."""

    def __init__(self, most_values: int, window: int) -> None:
        self._most, self._window = most_values, window
        self._values, self._strings = 1, 0
        self._parts: list[bytes] = []
        self._size = 0
        self._mark = _new_mark()
        self._taken: list[str] = []

    def add_outside(self, text: bytes | bytearray, start: int, end: int) -> None:
        """Add text between strings. Runs of whitespace become one space."""
        for at in range(start, end, self._window):
            piece = bytes(text[at : min(at + self._window, end)])
            self._values += _openings(piece)
            if self._values > self._most:
                raise TooManyValues
            self._add(_BLANKS.sub(b" ", piece))

    def add_string(self, text: bytes | bytearray, opening: int) -> int:
        """Add a string, or replace a long one by a placeholder. Returns the position after it."""
        self._strings += 1
        if self._strings > 2 * self._most + 1:
            raise TooManyValues
        end = _characters_end(text, opening + 1, self._window)
        if text[end : end + 1] == b'"' and end - opening <= _SHORT:
            self._add(bytes(text[opening : end + 1]))
            return end + 1
        pieces, end = _string(text, opening + 1, self._window)
        self._add(b'"%s%d"' % (self._mark.encode(), len(self._taken)))
        self._taken.append(_joined(pieces))
        return end

    def value(self) -> Any:
        """Decode the text and put the long strings back."""
        return self._restored(msgspec.json.decode(b"".join(self._parts)))

    def _add(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > _LARGEST_FRAME:
            raise ValueError("a number is too long")
        self._parts.append(part)

    def _restored(self, value: Any) -> Any:
        """Put the long strings back. Iterative, because values may be nested deeply."""
        root = [value]
        open_nodes: list[Any] = [root]
        while open_nodes:
            node = open_nodes.pop()
            if isinstance(node, dict):
                items = [(self._string(key), self._string(part)) for key, part in node.items()]
                node.clear()
                node.update(items)
            else:
                node[:] = [self._string(part) for part in node]
            below = node.values() if isinstance(node, dict) else node
            open_nodes += [part for part in below if isinstance(part, dict | list)]
        return root[0]

    def _string(self, value: Any) -> Any:
        if isinstance(value, str) and value.startswith(self._mark):
            return self._taken[int(value.removeprefix(self._mark))]
        return value


def _new_mark() -> str:
    return f"long-{secrets.token_hex(16)}-"


def _characters_end(text: bytes | bytearray, start: int, window: int) -> int:
    """Return where the complete characters within one window end."""
    match = _CHARACTERS.match(text, start, start + window)
    assert match is not None  # the pattern also matches nothing
    return match.end()


def _string(text: bytes | bytearray, start: int, window: int) -> tuple[list[str], int]:
    """Return the decoded pieces of a string and the position after it."""
    pieces: list[str] = []
    while True:
        end = _characters_end(text, start, window)
        closes = text[end : end + 1] == b'"'
        if not closes and (end == len(text) or end + _LONGEST_CHARACTER <= start + window):
            raise ValueError("a string is not closed or has an invalid escape")
        if not closes and (open_sequence := _OPEN_SEQUENCE.search(text, max(start, end - 4), end)):
            end = open_sequence.start()
        piece = bytes(text[start:end])
        pieces.append(msgspec.json.decode(b'"%s"' % piece, type=str))
        if closes:
            return pieces, end + 1
        start = end


def _joined(pieces: list[str]) -> str:
    length = sum(map(len, pieces))
    if length * max(map(_width, pieces)) > LARGEST_STRING:
        raise StringTooLarge(length)
    return "".join(pieces)


def _width(text: str) -> int:
    """Return an upper bound on the bytes that Python needs per character."""
    if text.isascii():
        return 1
    return 4 if len(text.encode("utf-16-le")) > 2 * len(text) else 2
