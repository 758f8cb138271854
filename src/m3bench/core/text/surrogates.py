"""Lone surrogates, which models sometimes write and UTF-8 cannot encode."""

from __future__ import annotations

import re
from typing import Any

_SURROGATE = re.compile("[\ud800-\udfff]")


def without_surrogates(text: str) -> str:
    """Join surrogate pairs to characters, and replace lone surrogates with U+FFFD."""
    if text.isascii() or _SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def value_without_surrogates(value: Any) -> Any:
    """Apply `without_surrogates` to all texts and keys of a JSON value."""
    if isinstance(value, str):
        return without_surrogates(value)
    if isinstance(value, list | tuple):
        return [value_without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {without_surrogates(key): value_without_surrogates(item) for key, item in value.items()}
    return value
