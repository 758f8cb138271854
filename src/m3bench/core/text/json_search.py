"""JSON values inside a text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

_MOST_STARTS = 300
_MOST_VALUES = 20


def without_conflicts(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object without the keys that have two different values."""
    values: dict[str, Any] = {}
    conflicting: set[str] = set()
    for key, value in pairs:
        if key in values and values[key] != value:
            conflicting.add(key)
        values[key] = value
    return {key: value for key, value in values.items() if key not in conflicting}


def json_values(text: str) -> Iterator[tuple[Any, int, int]]:
    """Yield the JSON objects and lists of a text in order, each with its start and end.

    Keys with two different values are omitted.
    """
    decoder, start, tries, found = json.JSONDecoder(object_pairs_hook=without_conflicts), 0, 0, 0
    while tries < _MOST_STARTS and found < _MOST_VALUES:
        starts = [index for index in (text.find("{", start), text.find("[", start)) if index >= 0]
        if not starts:
            return
        tries, start = tries + 1, min(starts)
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            start += 1
            continue
        yield value, start, end
        found, start = found + 1, end
