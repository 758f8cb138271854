"""A lenient JSON parser for the output of models, in linear time."""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple

from m3bench.agents.parsing.quotes import CLOSERS, read_string
from m3bench.core import MAX_DEPTH

_BLANK = re.compile(
    r"(?:[\s\x00-\x20\x7f\ufeff\u200b-\u200d\u2060]+|//[^\n]*|\#[^\n]*|/\*.*?(?:\*/|\Z)|\.{3}|…)", re.DOTALL
)
_PAIRS = {"{": "}", "[": "]", "(": ")"}
_NAME = re.compile(r"[\w$][\w$./-]*")
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?")
_ENDS_WORD = re.compile(r"[^\S\n]*(?:[,}\])\n]|//|/\*|\#|\Z)|[^\S\n]+[\"'“‘]")
_WORD = re.compile(r"[^,}\])\n]*")
# JSON has no such numbers; JavaScript writes them as null.
_LITERALS = {"true": True, "false": False} | dict.fromkeys(
    ("null", "none", "undefined", "nan", "inf", "infinity", "-inf", "-infinity", "+infinity"), None
)
_MISSING = object()
# A fast path for most pairs.
_PAIR = re.compile(
    r"(?:\"([^\"\\]*)\"|'([^'\\]*)')\s*:\s*"
    r"(?:\"([^\"\\]*)\"|'([^'\\]*)'|(-?\d{1,15})|(true|false|null|True|False|None))"
    r"\s*(?=[}\]]|,\s*[\"'}])"
)
_NEVER_BLANK = frozenset("{}[](),:\"'")


class TooDeep(Exception):
    """The value is nested too deeply."""


class ParsedValue(NamedTuple):
    value: Any
    start: int
    end: int
    is_broken: bool = False
    """It is not valid JSON."""


class ParseFailure(NamedTuple):
    end: int


class _Frame:
    """An open object or list."""

    __slots__ = ("closer", "contested", "key", "place", "value")

    def __init__(self, opener: str, place: Any) -> None:
        self.closer = _PAIRS[opener]
        self.value: Any = {} if opener == "{" else []
        self.key: str | None = None
        self.place = place
        """Its key or index in the enclosing value."""
        self.contested: set[str] = set()
        """Keys with two different values."""


def read_container(
    text: str, start: int, most: int, *, uncontested: bool = False
) -> ParsedValue | ParseFailure:
    """Parse the object or list at `start`. What is open at the end of the text is closed.

    Fails after `most` characters. A key with two different values gets the last one; with `uncontested`, it
    is left out.
    """
    return _Reader(text, start, uncontested=uncontested).read(start + most)


def parse_scalar(word: str) -> Any:
    """Parse a number or literal; return any other word as it is."""
    folded = word.casefold()
    if folded in _LITERALS:
        return _LITERALS[folded]
    return parse_number(word) if _NUMBER.fullmatch(word) else word


def parse_number(digits: str) -> int | float | str | None:
    """Parse a number. Extremely long integers stay text."""
    if digits.lstrip("+-").isdigit():
        return int(digits) if len(digits) < 1_000 else digits
    value = float(digits)
    return value if math.isfinite(value) else None


class _Reader:
    def __init__(self, text: str, start: int, *, uncontested: bool) -> None:
        self._text, self._start, self._at = text, start, start
        self._uncontested = uncontested
        self._stack: list[_Frame] = []
        self._root: Any = None

    def read(self, last: int) -> ParsedValue | ParseFailure:
        text, end = self._text, len(self._text)
        self._open(text[self._at])
        while self._stack:
            if self._at > last:
                return ParseFailure(self._at)
            if self._at < end and text[self._at] not in _NEVER_BLANK:
                self._skip()
            if self._at >= end:
                return self._cut_off()
            if not self._advance():
                return ParseFailure(self._at)
        return ParsedValue(self._root, self._start, self._at, is_broken=True)

    def _advance(self) -> bool:
        char, frame = self._text[self._at], self._stack[-1]
        if char in "}])":
            self._at += 1
            self._close(char)
        elif char == ",":
            self._at += 1
            self._miss(frame)
        elif frame.closer == "}" and frame.key is None:
            return self._read_pair(frame) or self._read_key(frame)
        elif char in _PAIRS:
            self._open(char)
        else:
            return self._read_scalar(char, frame)
        return True

    def _skip(self) -> None:
        if self._text[self._at : self._at + 1] in _NEVER_BLANK:
            return
        while (blank := _BLANK.match(self._text, self._at)) is not None:
            self._at = blank.end()

    def _open(self, char: str) -> None:
        if len(self._stack) >= MAX_DEPTH:
            raise TooDeep
        frame = _Frame(char, None)
        if self._stack:
            frame.place = self._put(self._stack[-1], frame.value)
        else:
            self._root = frame.value
        self._stack.append(frame)
        self._at += 1

    def _close(self, char: str) -> None:
        """Close the matching container and all open ones inside it. Ignore an unmatched bracket."""
        depth = next((n for n, frame in enumerate(reversed(self._stack), 1) if frame.closer == char), 0)
        for _ in range(depth):
            frame = self._stack.pop()
            self._miss(frame)
            self._settle(frame)

    def _miss(self, frame: _Frame) -> None:
        if frame.key is not None:
            self._put(frame, None)

    def _put(self, frame: _Frame, value: Any) -> Any:
        if frame.closer != "}":
            frame.value.append(value)
            return -1
        key, frame.key = frame.key, None
        self._assign(frame, key, value)
        return key

    def _assign(self, frame: _Frame, key: str | None, value: Any) -> None:
        if key is not None and key in frame.value and frame.value[key] != value:
            frame.contested.add(key)
        frame.value[key] = value

    def _settle(self, frame: _Frame) -> None:
        for key in frame.contested if self._uncontested else ():
            frame.value.pop(key, None)

    def _read_pair(self, frame: _Frame) -> bool:
        pair = _PAIR.match(self._text, self._at)
        if pair is None:
            return False
        key, single_key, value, single, digits, literal = pair.groups()
        if digits is not None:
            value = int(digits)
        elif literal is not None:
            value = _LITERALS[literal.casefold()]
        read = single if value is None and single is not None else value
        self._assign(frame, single_key if key is None else key, read)
        self._at = pair.end()
        return True

    def _read_key(self, frame: _Frame) -> bool:
        if self._text[self._at] in CLOSERS:
            key, self._at, closed = read_string(self._text, self._at, "key")
            if not closed:
                return True
        else:
            name = _NAME.match(self._text, self._at)
            if name is None:
                return False
            key, self._at = name[0], name.end()
        self._skip()
        if self._text[self._at : self._at + 1] == ":":
            self._at += 1
            frame.key = key
            return True
        return self._at >= len(self._text)

    def _read_scalar(self, char: str, frame: _Frame) -> bool:
        if char in CLOSERS:
            kind = "value" if frame.closer == "}" else "item"
            value, self._at, _ = read_string(self._text, self._at, kind)
        else:
            value = self._read_word(frame)
            if value is _MISSING:
                return False
        self._put(frame, value)
        return True

    def _read_word(self, frame: _Frame) -> Any:
        number = _NUMBER.match(self._text, self._at)
        if number is not None and _ENDS_WORD.match(self._text, number.end()):
            self._at = number.end()
            return parse_number(number[0])
        word = _WORD.match(self._text, self._at)
        written = word[0].strip() if word is not None else ""
        self._at = word.end() if word is not None else self._at
        value = parse_scalar(written)
        # Words in square brackets are more likely prose, a link or a label.
        if not written or (len(self._stack) == 1 and frame.closer != "}" and value == written):
            return _MISSING
        return value

    def _cut_off(self) -> ParsedValue | ParseFailure:
        """Close everything. Containers that are still empty are left out."""
        while len(self._stack) > 1:
            frame = self._stack.pop()
            self._settle(frame)
            if not frame.value:
                del self._stack[-1].value[frame.place]
        for frame in self._stack:
            self._settle(frame)
        return (
            ParsedValue(self._root, self._start, len(self._text), is_broken=True)
            if self._root
            else ParseFailure(len(self._text))
        )
