"""The limit on the nesting depth of JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

MAX_DEPTH = 256
"""Deeper nesting is refused: later code recurses, and would hit the recursion limit of the interpreter."""


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
