"""Every error text that `hosting` knows: a sample for each phrase of each rule, made from the rule itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from m3bench.hosting.toolbox.failure_phrases import OPENING, RULES, phrases

_PARSER: Any = re._parser  # type: ignore[attr-defined]
_LETTERS = {"category_digit": "7", "category_word": "w", "category_space": " "}


@cache
def error_texts() -> tuple[str, ...]:
    """One text for every line of every rule, and for every line that makes a text open like an error."""
    return tuple(dict.fromkeys(_sample(line) for line in phrase_lines()))


def phrase_lines() -> Iterator[str]:
    for lines in (*(rule.reported for rule in RULES), *(rule.alone for rule in RULES), OPENING):
        yield from (line.strip() for line in lines.splitlines() if line.strip())


def _sample(line: str) -> str:
    pattern = phrases(line)
    for choice in (0, 1, 2, 3):
        text = _text(_PARSER.parse(pattern.pattern, pattern.flags), choice).strip()
        for end in ("", ":", ".", ": 7"):
            if pattern.search(text + end):
                return text + end
    raise AssertionError(f"no sample for {line!r}")


def _text(parts: Any, choice: int) -> str:
    return "".join(_part(str(kind).lower(), value, choice) for kind, value in parts)


def _part(kind: str, value: Any, choice: int) -> str:
    match kind:
        case "literal":
            return chr(value)
        case "not_literal" | "any":
            return " "
        case "in":
            return _member(value)
        case "branch":
            return _text(value[1][min(choice, len(value[1]) - 1)], choice)
        case "max_repeat" | "min_repeat":
            least, most, inner = value
            times: int = max(least, min(int(most), 1 if choice % 2 == 0 else least))
            return _text(inner, choice) * times
        case "subpattern":
            return _text(value[-1], choice)
        case "assert" | "assert_not" | "at":
            return ""
    raise AssertionError(f"unknown part of a pattern: {kind}")


def _member(members: Any) -> str:
    kind, value = members[0]
    name = str(kind).lower()
    if name == "negate":
        return " "
    if name == "category":
        return _LETTERS.get(str(value).lower(), "w" if "space" in str(value).lower() else " ")
    return chr(value[0] if name == "range" else value)
