"""Scalars of structured tool results."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from m3bench.core import Data, Result, Text, part_value

_KEPT = 512


def leaves(result: Result | None) -> frozenset[str]:
    """Return every scalar of a structured result as casefolded text."""
    return frozenset(text for _, text in named_leaves(result))


def named_leaves(result: Result | None) -> frozenset[tuple[str, str]]:
    """Return every scalar of a structured result with its key."""
    pairs: set[tuple[str, str]] = set()
    for part in result.content if result is not None else ():
        if isinstance(part, Data):
            pairs |= set(scalars(part.value))
        elif isinstance(part, Text):
            pairs |= _read(part.text)
    return frozenset(pairs)


def documents(result: Result | None) -> Iterator[Any]:
    """Yield the data of a result, and the objects and lists that its texts are as JSON."""
    for part in result.content if result is not None else ():
        if isinstance(part, Data):
            yield part.value
        elif isinstance(part, Text) and isinstance(value := part_value(part), dict | list):
            yield value


def top_leaves(result: Result | None) -> frozenset[str]:
    """Return the scalars at the top level of a structured result."""
    objects = (document for document in documents(result) if isinstance(document, dict))
    return frozenset(
        str(value)
        for document in objects
        for value in document.values()
        if not isinstance(value, dict | list | bool)
    )


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
    value = part_value(Text(text))
    return frozenset(scalars(value)) if isinstance(value, dict | list) else frozenset()
