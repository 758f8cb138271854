"""Canonical JSON and its hash, which identify everything that is stored."""

from __future__ import annotations

import hashlib
import json
from typing import Any

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def canonical_json(value: Any) -> str:
    """Return compact JSON with sorted keys and unescaped Unicode.

    Equal values give equal text on every platform: floats are written as the shortest text that
    parses to the same number, and keys are sorted by code point.
    """
    return _ENCODER.encode(value)


def content_hash(value: Any) -> str:
    """Return the SHA-256 of the canonical JSON, in hex."""
    # Models write lone surrogates, which UTF-8 cannot encode.
    return hashlib.sha256(canonical_json(value).encode("utf-8", "surrogatepass")).hexdigest()
