"""One text for one JSON value, and the hash of it: the identity of everything that is stored."""

from __future__ import annotations

import hashlib
import json
from typing import Any

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def canonical_json(value: Any) -> str:
    """Compact JSON with sorted keys and unescaped unicode.

    Equal values give equal text on every platform: floats are written as the shortest text that reads
    back as the same number, and keys are sorted by code point.
    """
    return _ENCODER.encode(value)


def content_hash(value: Any) -> str:
    """SHA-256 of the canonical JSON, in hex."""
    # Half surrogate pairs occur in what models write, and have no UTF-8 form of their own.
    return hashlib.sha256(canonical_json(value).encode("utf-8", "surrogatepass")).hexdigest()
