"""Names put together as a sentence needs them."""

from __future__ import annotations

from collections.abc import Sequence


def join_names(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`. The world imports nothing, not even `join` of `core.text`."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
