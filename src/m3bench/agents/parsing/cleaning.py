"""Half surrogate pairs, which models write now and then: no file and no request can hold them."""

from __future__ import annotations

import re
from typing import Any

_HALVES = re.compile("[\ud800-\udfff]")


def cleaned(text: str) -> str:
    """The text with whole pairs joined, and halves replaced."""
    if _HALVES.search(text) is None:
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def cleaned_value(value: Any, text: str) -> Any:
    """The same for a JSON value, which can only have halves where the text it was read from has escapes."""
    return _cleaned(value) if "\\u" in text else value


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return cleaned(value)
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, dict):
        return {cleaned(key): _cleaned(part) for key, part in value.items()}
    return value
