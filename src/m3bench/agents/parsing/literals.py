"""Parse the literals of Python. Anything else, such as a variable, is refused."""

from __future__ import annotations

import re
from typing import Any

from m3bench.agents.parsing.lenient_json import parse_number
from m3bench.agents.parsing.quotes import read_string

_BLANK = re.compile(r"\s*")
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])")
_WORD = re.compile(r"[A-Za-z]+(?!\w)")
_WORDS = {"True": True, "False": False, "None": None, "true": True, "false": False, "null": None}
_CLOSERS = {"[": "]", "(": ")", "{": "}"}
_DEEPEST = 50


class NotLiteral(Exception):
    """The text is not a literal."""


def skip_blank(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank is not None else at


def read_literal(text: str, at: int, depth: int = 0) -> tuple[Any, int]:
    """Parse the literal at this position; return it and its end. Raises `NotLiteral`."""
    at = skip_blank(text, at)
    char = text[at : at + 1]
    if char in _CLOSERS:
        if depth >= _DEEPEST:
            raise NotLiteral
        return (_read_dict if char == "{" else _read_list)(text, at, depth)
    if char in ('"', "'"):
        return _read_text(text, at)
    if (number := _NUMBER.match(text, at)) is not None:
        return parse_number(number[0]), number.end()
    word = _WORD.match(text, at)
    if word is None or word[0] not in _WORDS:
        raise NotLiteral
    return _WORDS[word[0]], word.end()


def _read_text(text: str, at: int) -> tuple[str, int]:
    value, end, closed = read_string(text, at, "argument")
    if not closed:
        raise NotLiteral
    return value, end


def _read_list(text: str, at: int, depth: int) -> tuple[Any, int]:
    closer, items = _CLOSERS[text[at]], []
    at = skip_blank(text, at + 1)
    while text[at : at + 1] != closer:
        item, at = read_literal(text, at, depth + 1)
        items.append(item)
        at = after_item(text, at, closer)
    return items, at + 1


def _read_dict(text: str, at: int, depth: int) -> tuple[dict[str, Any], int]:
    pairs: dict[str, Any] = {}
    at = skip_blank(text, at + 1)
    while text[at : at + 1] != "}":
        if text[at : at + 1] not in ('"', "'"):
            raise NotLiteral
        key, at = _read_text(text, at)
        at = skip_blank(text, at)
        if text[at : at + 1] != ":":
            raise NotLiteral
        pairs[key], at = read_literal(text, at + 1, depth + 1)
        at = after_item(text, at, "}")
    return pairs, at + 1


def after_item(text: str, at: int, closer: str) -> int:
    """Return the position of the next item or of the end."""
    at = skip_blank(text, at)
    if text[at : at + 1] == ",":
        return skip_blank(text, at + 1)
    if text[at : at + 1] != closer:
        raise NotLiteral
    return at
