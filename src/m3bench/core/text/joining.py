"""Words put together as a sentence needs them."""

from __future__ import annotations

from collections.abc import Iterable


def join(words: Iterable[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``; empty where there are no words."""
    *first, final = [*words] or [""]
    return f"{', '.join(first)} {last} {final}" if first else final


def plural(count: int, noun: str, many: str = "") -> str:
    """``1 task``, ``2 tasks``; `many` is the plural where it is not the noun with an s."""
    return f"{count} {noun if count == 1 else many or f'{noun}s'}"
