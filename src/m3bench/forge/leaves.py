"""Scalars of structured tool results."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from typing import Any

from m3bench.core import Data, Result, Text

_KEPT = 512


def leaves(result: Result | None) -> frozenset[str]:
    """Return every scalar of a structured result as casefolded text."""
    return frozenset(text for _, text in named_leaves(result))


def named_leaves(result: Result | None) -> frozenset[tuple[str, str]]:
    """Return every scalar of a structured result with its key."""
    found: set[tuple[str, str]] = set()
    for part in result.content if result is not None else ():
        if isinstance(part, Data):
            found |= set(scalars(part.value))
        elif isinstance(part, Text):
            found |= _read(part.text)
    return frozenset(found)


def top_leaves(result: Result | None) -> frozenset[str]:
    """Return the scalars at the top level of a structured result."""
    found: set[str] = set()
    for part in result.content if result is not None else ():
        value = (
            part.value if isinstance(part, Data) else _parsed(part.text) if isinstance(part, Text) else None
        )
        if isinstance(value, dict):
            found |= {str(each) for each in value.values() if not isinstance(each, dict | list | bool)}
    return frozenset(found)


def scalars(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield keys and scalars of a JSON value; items of a list have the key of the list."""
    if isinstance(value, dict):
        for key, child in value.items():
            yield from scalars(child, str(key))
    elif isinstance(value, list | tuple):
        for child in value:
            yield from scalars(child, name)
    elif value is not None and not isinstance(value, bool):
        yield name, str(value).casefold()


@functools.lru_cache(_KEPT)
def _read(text: str) -> frozenset[tuple[str, str]]:
    value = _parsed(text)
    return frozenset(scalars(value)) if isinstance(value, dict | list) else frozenset()


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
