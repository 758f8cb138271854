"""The size of a JSON value and the limit on its depth, computed without recursion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

MAX_DEPTH = 256
"""Deeper nesting is refused: later code recurses, and would hit the recursion limit of the interpreter."""
_CHARACTERS_A_VALUE = 32
_BITS_A_WORD = 64
_LONG = 1 << 128


class Size(NamedTuple):
    """The number of values, of characters of all texts and keys, and of levels."""

    values: int
    characters: int
    depth: int

    @property
    def weight(self) -> int:
        """The number of values, with long texts counted as several."""
        return self.values + self.characters // _CHARACTERS_A_VALUE


def size_of(value: Any, most: int | None = None) -> Size:
    """Return the size of a value. Counting stops soon after `most` values."""
    values, characters, depth = 0, 0, 0
    level = [value]
    while level:
        values += len(level)
        depth += 1
        if most is not None and values > most:
            break
        below: list[Any] = []
        for node in level:
            kind = type(node)
            if kind is str:
                characters += len(node)
            elif kind is dict:
                characters += sum(len(key) for key in node if type(key) is str)
                below += node.values()
            elif kind is list or kind is tuple:
                below += node
            elif kind is int and abs(node) >= _LONG:
                # Work on long numbers grows with the square of their length.
                characters += _CHARACTERS_A_VALUE * (node.bit_length() // _BITS_A_WORD) ** 2
        level = below
    return Size(values, characters, depth)


def is_too_deep(value: Any) -> bool:
    """Return whether a JSON value or struct is nested deeper than `MAX_DEPTH`. Does not recurse."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in _children(node)]
        if not level:
            return False
    return True


def _children(node: Any) -> Sequence[Any]:
    if isinstance(node, dict):
        return list(node.values())
    if isinstance(node, msgspec.Struct):
        return [getattr(node, name) for name in node.__struct_fields__]
    return node if isinstance(node, list | tuple) else ()
