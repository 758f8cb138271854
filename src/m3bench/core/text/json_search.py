"""JSON values inside a text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

_MOST_STARTS = 300
_MOST_VALUES = 20


def uncontested(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """An object without the keys to which it gives two different values."""
    values: dict[str, Any] = {}
    contested: set[str] = set()
    for key, value in pairs:
        if key in values and values[key] != value:
            contested.add(key)
        values[key] = value
    return {key: value for key, value in values.items() if key not in contested}


def json_values(text: str) -> Iterator[tuple[Any, int, int]]:
    """The JSON objects and lists of a text in order, each with where it begins and ends.

    A key that an object gives two different values is left out.
    """
    decoder, start, tries, found = json.JSONDecoder(object_pairs_hook=uncontested), 0, 0, 0
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
