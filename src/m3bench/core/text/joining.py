"""Enumerations and plurals."""

from __future__ import annotations

from collections.abc import Iterable


def join(words: Iterable[str], last: str = "and") -> str:
    """Return ``a``, ``a and b`` or ``a, b and c``; empty if there are no words."""
    *first, final = [*words] or [""]
    return f"{', '.join(first)} {last} {final}" if first else final


def plural(count: int, noun: str, many: str = "") -> str:
    """Return ``1 task``, ``2 tasks``. `many` is an irregular plural."""
    return f"{count} {noun if count == 1 else many or f'{noun}s'}"
