"""Remove lone surrogates from parsed values."""

from __future__ import annotations

from typing import Any

from m3bench.core.text import value_without_surrogates


def clean_value(value: Any, text: str) -> Any:
    """Return the value without lone surrogates. Only a text with escapes can produce them."""
    return value_without_surrogates(value) if "\\u" in text else value
