"""Mask the arguments of a call in the server's answer.

Servers repeat arguments in their answers, so an agent could plant any words there. Before an answer is
classified, everything in it that came from the arguments is replaced by one meaningless word.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import quote, quote_plus

MASK = "\ua66e"
"""Replaces what came from the arguments. A letter, so that it reads as a word, and a rare one."""

LONGEST_MASKED = 4_000
"""Characters of a text that are masked. The rest is dropped."""
_RUN = 12
"""Shortest run of letters and digits that counts as a partial repetition of an argument."""
_ANYWHERE = 4
"""Shorter values are masked as whole words only: `en` must not destroy `argument`."""
_LONGEST_ARGUMENT = 200_000
_LONGEST_SPELT = 20_000
"""Longer values (whole files) are only searched for as sent, not in other spellings."""
_MOST_VALUES = 2_000
_DEEPEST = 8
_RUNS_OF_LETTERS = re.compile(r"[^\W_]+")
_ONLY_MASK = re.compile(rf"[\W_]*(?:{MASK}[\W_]*)+")


class ArgumentMask:
    """Masks the arguments of one call, in every spelling that servers use to repeat them.

    Only letters and digits are compared, in lower case. Line breaks, quotes, escapes and separators are
    ignored.
    """

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        self._arguments = arguments

    def text(self, text: str) -> str:
        """Return the text with every argument value masked, cut to `LONGEST_MASKED` characters."""
        text = text[:LONGEST_MASKED]
        letters, places = _letters(text)
        covered = bytearray(len(letters))
        for start, end in self._found(letters, text, places):
            covered[start:end] = b"\x01" * (end - start)
        return _replaced(text, places, covered)

    def value(self, value: Any, key: str = "", depth: int = 0) -> Any:
        """Return a JSON value with everything masked that came from the arguments.

        A boolean is masked if an argument of the same name has the same value.
        """
        match value:
            case str():
                return self.text(value)
            case bool():
                return MASK if (key, value) in self._flags else value
            case int() | float():
                return MASK if value in self._numbers else value
            case dict() if depth < _DEEPEST:
                return {name: self.value(item, str(name).lower(), depth + 1) for name, item in value.items()}
            case list() if depth < _DEEPEST:
                return [self.value(item, key, depth + 1) for item in value]
        return value

    def _found(self, letters: str, text: str, places: list[int]) -> Iterator[tuple[int, int]]:
        """Yield where values occur, as ranges of the letters."""
        for value in self._exact:
            for start in _occurrences(value, letters):
                end = start + len(value)
                anywhere = len(value) >= _ANYWHERE and not value.isdigit()
                if anywhere or _stands_alone(text, places[start], places[end - 1]):
                    yield start, end
        yield from self._found_in_part(letters)

    def _found_in_part(self, letters: str) -> Iterator[tuple[int, int]]:
        long = [value for value in self._exact if len(value) > _RUN]
        runs = {letters[at : at + _RUN] for at in range(len(letters) - _RUN + 1)} if long else set()
        shared = {
            run
            for value in long
            for at in range(len(value) - _RUN + 1)
            if (run := value[at : at + _RUN]) in runs
        }
        for run in shared:
            if not run.isdigit():  # numbers only match as a whole
                yield from ((at, at + _RUN) for at in _occurrences(run, letters))

    @cached_property
    def _exact(self) -> tuple[str, ...]:
        spellings = {_letters(form)[0] for value in self._values for form in _spellings(value)}
        return tuple(sorted(spellings - {""}, key=len, reverse=True))

    @cached_property
    def _values(self) -> list[str | int | float]:
        return [leaf for leaf, _ in zip(_leaves(self._arguments, 0), range(_MOST_VALUES), strict=False)]

    @cached_property
    def _numbers(self) -> frozenset[float]:
        return frozenset(leaf for leaf in self._values if not isinstance(leaf, str))

    @cached_property
    def _flags(self) -> frozenset[tuple[str, bool]]:
        return frozenset(_flags(self._arguments, 0))


def is_masked(text: str) -> bool:
    """Return whether a text consists only of masks and punctuation."""
    return _ONLY_MASK.fullmatch(text) is not None


def _leaves(value: Any, depth: int) -> Iterator[str | int | float]:
    match value:
        case bool() | None:
            return
        case str():
            yield value[:_LONGEST_ARGUMENT]
        case int() | float():
            yield value
        case list() | tuple():
            for item in value:
                yield from _leaves(item, depth + 1)
        case dict():
            for name, item in value.items():
                # Parameter names are the tool's words. Nested names are the agent's.
                if depth or " " in str(name):
                    yield str(name)
                yield from _leaves(item, depth + 1)


def _flags(value: Any, depth: int) -> Iterator[tuple[str, bool]]:
    if not isinstance(value, dict) or depth > _DEEPEST:
        return
    for name, item in value.items():
        if isinstance(item, bool):
            yield str(name).lower(), item
        yield from _flags(item, depth + 1)


def _spellings(value: str | float) -> Iterator[str]:
    if not isinstance(value, str):
        yield from (str(value), f"{value:g}", f"{value:f}")
        if isinstance(value, float) and value.is_integer():
            yield str(int(value))
        return
    yield value
    if len(value) > _LONGEST_SPELT:
        return
    yield json.dumps(value)[1:-1]
    yield json.dumps(value, ensure_ascii=False)[1:-1]
    yield repr(value)[1:-1]
    yield html.escape(value)
    sendable = value.encode("utf-8", "replace").decode()
    yield from (quoted(sendable, safe=safe) for quoted in (quote, quote_plus) for safe in ("/", ""))


def _letters(text: str) -> tuple[str, list[int]]:
    """Return the letters and digits of a text in lower case, with their positions."""
    lower = text.lower()
    if len(lower) != len(text):  # lower case can be longer than the original
        lower = "".join(lowered if len(lowered := letter.lower()) == 1 else letter for letter in text)
    words: list[str] = []
    places: list[int] = []
    for word in _RUNS_OF_LETTERS.finditer(lower):
        words.append(word[0])
        places.extend(range(word.start(), word.end()))
    return "".join(words), places


def _occurrences(wanted: str, letters: str) -> Iterator[int]:
    at = letters.find(wanted)
    while at >= 0:
        yield at
        at = letters.find(wanted, at + 1)


def _stands_alone(text: str, first: int, last: int) -> bool:
    before, after = text[first - 1 : first], text[last + 1 : last + 2]
    return not before.isalnum() and not after.isalnum()


def _replaced(text: str, places: list[int], covered: bytearray) -> str:
    parts: list[str] = []
    at = 0
    for run in re.finditer(rb"\x01+", covered):
        first, last = places[run.start()], places[run.end() - 1]
        parts += [text[at:first], MASK]
        at = last + 1
    return "".join([*parts, text[at:]])
