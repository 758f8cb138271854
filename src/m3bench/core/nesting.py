"""How deep JSON may be nested."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

MAX_DEPTH = 256
"""Deeper nesting is refused: what reads it later recurses, and would end with the interpreter's own limit."""


def is_too_deep(value: Any) -> bool:
    """Found out level by level, without recursing."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in _children(node)]
        if not level:
            return False
    return True


def _children(node: Any) -> Sequence[Any]:
    if isinstance(node, dict):
        return list(node.values())
    return node if isinstance(node, list | tuple) else ()
