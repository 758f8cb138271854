"""JSON of documents with parts that are made when they are needed, written piece by piece."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from m3bench.core import LazyMapping, LazySequence

_PIECES = 200
"""Pieces that are written together."""


def json_chunks(document: Any) -> Iterator[bytes]:
    """Yield the text that ``json.dumps(document, indent=1)`` returns, with little of it in memory.

    Lazy sequences and mappings become arrays and objects. Their items may be structs.
    """
    pieces: list[str] = []
    for piece in _pieces(document, 0):
        pieces.append(piece)
        if len(pieces) >= _PIECES:
            yield "".join(pieces).encode()
            pieces.clear()
    yield "".join(pieces).encode()


def _pieces(value: Any, level: int) -> Iterator[str]:
    if isinstance(value, LazyMapping) or _has_lazy_part(value):
        named = ((f"{json.dumps(name)}: ", part) for name, part in value.items())
        return _group("{}", named, level)
    if isinstance(value, LazySequence):
        return _group("[]", (("", part) for part in value), level)
    # Line breaks in strings are escaped, so all of these are between values.
    return iter([json.dumps(msgspec.to_builtins(value), indent=1).replace("\n", "\n" + " " * level)])


def _has_lazy_part(value: Any) -> bool:
    return isinstance(value, dict) and any(
        isinstance(part, LazyMapping | LazySequence) or _has_lazy_part(part) for part in value.values()
    )


def _group(ends: str, parts: Iterable[tuple[str, Any]], level: int) -> Iterator[str]:
    before, indent = ends[0], "\n" + " " * (level + 1)
    for name, part in parts:
        yield f"{before}{indent}{name}"
        yield from _pieces(part, level + 1)
        before = ","
    yield ends if before == ends[0] else "\n" + " " * level + ends[1]
