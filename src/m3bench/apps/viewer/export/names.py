"""Keys by which exported pages find what they show. The page computes the same ones."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any


def answer_key(what: str, given: Mapping[str, Any]) -> str:
    """Return the key of an answer: what was asked, and the parameters in order."""
    return f"{what}?{'&'.join(sorted(f'{name}={value}' for name, value in given.items()))}"


def json_key(parts: Sequence[Any]) -> str:
    """Return JSON as JavaScript writes it, for keys of several parts."""
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text)
