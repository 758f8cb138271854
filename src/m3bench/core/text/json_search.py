"""What is inside a text: JSON values, and quotations."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

_MOST_STARTS = 300
_MOST_VALUES = 20
_QUOTED = re.compile(r"(?<!\w)['‘\"“`]([^'’\"”`\n]{1,60})['’\"”`](?!\w)")
_READ = 4_000


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
    decoder, start, tries, count = json.JSONDecoder(object_pairs_hook=without_conflicts), 0, 0, 0
    while tries < _MOST_STARTS and count < _MOST_VALUES:
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
        count, start = count + 1, end


def quotations(text: str) -> list[str]:
    """Return the short quotations in the first 4,000 characters of a text, each once.

    Descriptions of tools give examples that way.
    """
    return list(dict.fromkeys(_QUOTED.findall(text[:_READ])))
