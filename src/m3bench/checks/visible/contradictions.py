"""Texts that say something else of the same thing: another number, or another value of a label."""

from __future__ import annotations

import re
from collections.abc import Sequence

from m3bench.checks.reading import alike

_TOKEN = re.compile(r"\d(?:[\d.,:/]*\d)?|[^\W\d_]+")
_LABEL = re.compile(r"\s*([^:\n]*[^\W\d_][^:\n]*):\s+(\S.*)")
_SHORTEST = 3
"""Letters of a word, and words and numbers of a text, that say what a number is about."""
_MOST_HOMES = 40
Tokens = list[str]


def contradictions(wanted: Sequence[str], lines: Sequence[str]) -> list[str]:
    """Return the lines that contradict an expected text of the same page.

    A line does if it has the words of an expected text, or of the line in which that stands, with another
    number, and if it gives another value to its label: `Colour: blue` for `Colour: red`. Bars separate
    alternatives.
    """
    patterns = [tokens for text in wanted for tokens in map(_tokens, text.split("|")) if tokens]
    read = [(line, _tokens(line)) for line in lines]
    named = {line: len(_tokens(match[1])) for line in lines if (match := _LABEL.fullmatch(line))}
    homes = [tokens for _, tokens in read if any(_places(pattern, tokens) for pattern in patterns)]
    whole = [tokens for tokens in homes[:_MOST_HOMES] if any(map(_is_number, tokens))]
    found = []
    for line, tokens in read:
        near = [one for one in patterns if len(one) >= _SHORTEST or len(one) == len(tokens)]
        near += [one for one in whole if len(one) == len(tokens)]
        if any(_has_other_numbers(one, tokens, patterns, named.get(line, 0)) for one in near):
            found.append(line)
    return list(dict.fromkeys([*found, *_relabelled(wanted, lines)]))


def _tokens(text: str) -> Tokens:
    return [token.casefold() for token in _TOKEN.findall(text)]


def _is_number(token: str) -> bool:
    return token[0].isdigit()


def _same(one: str, other: str) -> bool:
    return one == other if _is_number(one) or _is_number(other) else alike(one, other)


def _places(pattern: Tokens, tokens: Tokens) -> list[int]:
    """Return where a pattern begins in a line."""
    size = len(pattern)
    return [
        start
        for start in range(len(tokens) - size + 1)
        if all(map(_same, pattern, tokens[start : start + size]))
    ]


def _tells(pattern: Tokens) -> bool:
    """Return whether a text has a number and a word that says what it counts."""
    return any(map(_is_number, pattern)) and any(
        len(token) >= _SHORTEST and not _is_number(token) for token in pattern
    )


def _has_other_numbers(pattern: Tokens, tokens: Tokens, patterns: list[Tokens], named: int) -> bool:
    """Return whether a line has the words of a text with other numbers.

    Those of its label, which has `named` tokens, say what it is about: `Step 2: 5 eggs` does not
    contradict `Step 1: 4 eggs`.
    """
    if not _tells(pattern):
        return False
    expected = {
        start + offset for one in patterns for start in _places(one, tokens) for offset in range(len(one))
    }
    size = len(pattern)
    for start in range(len(tokens) - size + 1):
        window = tokens[start : start + size]
        if not all(
            _is_number(one) == _is_number(other) and (_is_number(one) or alike(one, other))
            for one, other in zip(pattern, window, strict=True)
        ):
            continue
        other = [
            start + index
            for index, token in enumerate(window)
            if _is_number(token) and token != pattern[index]
        ]
        if any(place not in expected for place in other) and all(place >= named for place in other):
            return True
    return False


def _relabelled(wanted: Sequence[str], lines: Sequence[str]) -> list[str]:
    values: dict[tuple[str, ...], list[Tokens]] = {}
    for text in wanted:
        for spelling in text.split("|"):
            if match := _LABEL.fullmatch(spelling):
                values.setdefault(tuple(_tokens(match[1])), []).append(_tokens(match[2]))
    found = []
    for line in lines:
        match = _LABEL.fullmatch(line)
        known = values.get(tuple(_tokens(match[1]))) if match else None
        if match and known and not any(_places(value, _tokens(match[2])) for value in known):
            found.append(line)
    return found
