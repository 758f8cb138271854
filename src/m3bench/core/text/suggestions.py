"""Suggestions for misspelled names."""

from __future__ import annotations

from collections.abc import Iterable

_ALIKE = 0.6


def nearest_names(name: str, known: Iterable[str], *, most: int = 3, alike: float = _ALIKE) -> list[str]:
    """Return known names with a similar spelling, the most similar first. `alike` is between 0 and 1."""
    from difflib import get_close_matches  # noqa: PLC0415 - only needed for mistakes

    return get_close_matches(name, [*known], n=most, cutoff=alike)


def did_you_mean(
    name: str, known: Iterable[str], otherwise: str = "", *, most: int = 3, alike: float = _ALIKE
) -> str:
    """Return ``Did you mean a or b?``, or `otherwise` if no known name is similar."""
    near = nearest_names(name, known, most=most, alike=alike)
    return f"Did you mean {' or '.join(near)}?" if near else otherwise
