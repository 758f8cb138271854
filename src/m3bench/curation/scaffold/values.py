"""Values in a result that an answer can be asked for."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from m3bench.core import Data, Result, Text

MOST_VALUES = 3
_LONGEST = 80
_DEEPEST = 4
_WRAPPERS = ("result", "results", "data")
_UNSAFE = re.compile(r"[^a-z0-9]+")
_WORDS = re.compile(r"\w")


class Value(NamedTuple):
    """A value of a result."""

    name: str
    """A name for a field of a form."""
    meaning: str
    """Where the value is in the result, in words."""
    value: str | int | float | bool


def values_of(result: Result) -> list[Value]:
    """Return the values of a result, those at its top first, each with a name of its own."""
    values: dict[str, Value] = {}
    for part in result.content:
        document = (
            part.value if isinstance(part, Data) else _parsed(part.text) if isinstance(part, Text) else None
        )
        for path, leaf in sorted(_leaves(_unwrapped(document), (), 0), key=lambda pair: len(pair[0])):
            value = _value(path, leaf)
            values.setdefault(value.name, value)
        if values:
            break
    return list(values.values())


def stable_values(first: Sequence[Value], second: Sequence[Value], given: Any) -> list[Value]:
    """Return the values that a call returns twice, without those that were given as its arguments."""
    again = {value.name: value.value for value in second}
    repeated = {str(leaf) for _, leaf in _leaves(given, (), 0)}
    kept = [
        value for value in first if again.get(value.name) == value.value and str(value.value) not in repeated
    ]
    return kept[:MOST_VALUES]


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        return lines[0] if lines else None


def _unwrapped(value: Any) -> Any:
    """Return the content of an object that only wraps it."""
    if isinstance(value, dict) and len(value) == 1 and next(iter(value)) in _WRAPPERS:
        return next(iter(value.values()))
    return value


Path = tuple[str | int, ...]


def _leaves(value: Any, path: Path, depth: int) -> Iterator[tuple[Path, str | int | float | bool]]:
    """Yield plain values with their paths: all of an object, and of a list those of its first entry."""
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, str(key)), depth + 1)
    elif isinstance(value, list):
        yield from _leaves(value[0], (*path, 0), depth + 1) if value else ()
    elif _is_plain(value):
        yield path, value


def _is_plain(value: Any) -> bool:
    """Return whether a value can be asked for and compared: a short text of one line, a number, yes or no."""
    if isinstance(value, bool):
        return True
    if isinstance(value, int | float):
        return math.isfinite(value) and abs(value) < 1e15
    return (
        isinstance(value, str)
        and 0 < len(value.strip()) <= _LONGEST
        and value.isprintable()
        and bool(_WORDS.search(value))
    )


def _value(path: Path, value: str | int | float | bool) -> Value:
    keys = [part for part in path if isinstance(part, str)]
    name = _UNSAFE.sub("_", "_".join(keys[-2:]).lower()).strip("_") or "answer"
    meaning = ".".join(keys) or "the answer"
    return Value(name, f"{meaning} of the first entry" if 0 in path else meaning, value)
