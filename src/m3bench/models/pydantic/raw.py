"""The answer of a provider as it wrote it."""

from __future__ import annotations

import json
from typing import Any

from m3bench.core import is_too_deep

LONGEST_RAW = 1_000_000
"""Bytes. Longer answers are not kept."""
_VARYING = {"id", "created", "object", "timings", "responseId", "createTime", "request_id", "provider"}
"""Keys of answers that identify or time a request: equal answers would differ by them."""
_USAGES = ("usage", "usageMetadata")


def read_raw(body: bytes) -> Any:
    """Return an answer without ids and times; None if it is very long or not a JSON object."""
    if len(body) > LONGEST_RAW:
        return None
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(answer, dict) or is_too_deep(answer):
        return None
    return {key: value for key, value in answer.items() if key not in _VARYING}


def tells_cached_tokens(raw: Any) -> bool:
    """Return whether an answer says how many input tokens came from the prompt cache."""
    if not isinstance(raw, dict):
        return False
    return any("cache" in json.dumps(raw.get(key)).lower() for key in _USAGES)
