"""Texts of results, and the words and numbers in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from m3bench.core import Data, Media, Result, Text

WORD = re.compile(r"\w+")
# They start with a digit or a sign, not with a lookaround, which is several times slower.
_REST_OF_NUMBER = r"(?!(?<=0)\d)\d*(?:\.\d+)?(?:e[-+]?\d+)?(?!\w|\.\d)"
_POSITIVE = re.compile(rf"\d(?<![\w.]\d)(?<!(?<!\w)-\d){_REST_OF_NUMBER}")
_NEGATIVE = re.compile(rf"-(?<![\w.]-)\d{_REST_OF_NUMBER}")
_WITH_COMMAS = re.compile(r"\d(?<![\w.]\d)\d{0,2}(?:,\d{3})+(?:\.\d+)?(?!\w|\.\d)")
_BETWEEN_PARTS = "\0"
_GAPS = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) == "_")}


def fold(text: str) -> str:
    """Return a text without differences of case and white space."""
    return " ".join(text.casefold().split())


def folded_result(result: Result) -> str:
    """Return the text of a result, folded for `says`."""
    return fold(result_text(result))


def words_in(text: str) -> set[str]:
    """Return the words of a text; fast for plain ASCII."""
    words = set(text.translate(_GAPS).split())
    if not text.isascii():
        words.update(*(WORD.findall(word) for word in words if not word.isascii()))
    return words


def numbers_in(text: str) -> set[float]:
    """Return every number in a text. 100,200 counts both as one and as two numbers."""
    forms = _POSITIVE.findall(text) + _NEGATIVE.findall(text)
    if re.search(r",\d{3}", text):
        forms += [form.replace(",", "") for form in _WITH_COMMAS.findall(text)]
    return set(map(float, forms))


def result_text(result: Result) -> str:
    """Return the whole text of a result, with its parts separated."""
    parts: list[str] = []
    for part in result.content:
        if isinstance(part, Text):
            parts.extend(_parsed_texts(part.text))
        elif isinstance(part, Data):
            parts.extend(_json_texts(part.value))
        elif isinstance(part, Media) and part.uri is not None:
            parts.append(part.uri)
    return _BETWEEN_PARTS.join(parts)


def _json_texts(value: Any) -> Iterator[str]:
    """Yield every key and scalar of a JSON value as text."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            yield from map(str, here)
            waiting.extend(here.values())
        elif isinstance(here, list | tuple):
            waiting.extend(here)
        elif isinstance(here, str) and "\\" in here:
            yield from _parsed_texts(here)
        elif here is not None:
            yield str(here)


def _parsed_texts(text: str) -> Iterator[str]:
    """Yield the text, or its parsed content if it is JSON with escapes."""
    if "\\" in text and text.lstrip()[:1] in ("{", "[", '"'):
        try:
            yield from _json_texts(json.loads(text))
        except (ValueError, RecursionError):
            yield text
    else:
        yield text
