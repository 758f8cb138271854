"""JSON values of what a model wrote, as files and requests can hold them."""

from __future__ import annotations

from typing import Any

from m3bench.core.text import value_without_surrogates


def clean_value(value: Any, text: str) -> Any:
    """The value without lone surrogates. It can have some only where the text that it is from has escapes."""
    return value_without_surrogates(value) if "\\u" in text else value
