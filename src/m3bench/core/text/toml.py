"""Reading TOML that anybody may have written."""

from __future__ import annotations

import re
import tomllib
from typing import Any

_MOST_PARTS = 30
# The parser takes hours for a key of a hundred thousand parts.
_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*"""
_LONG_KEY = re.compile(rf"""^(?:[^\n"'#]*[\[{{,])?[ \t]*(?:{_PART}){{{_MOST_PARTS}}}""", re.MULTILINE)


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML in a time that its length bounds.

    Raises:
        ValueError: It is not TOML, is nested too deep, or has a key of more than 30 parts.
    """
    if _LONG_KEY.search(text):
        raise ValueError(f"a key has more than {_MOST_PARTS} parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
