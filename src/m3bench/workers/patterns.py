"""Match untrusted regular expressions. Some take forever on a short text, and block all threads."""

from __future__ import annotations

import json
import re

from m3bench.workers.process import run_limited

SECONDS = 2.0
_JOB = f"{__name__}:search_job"
_MOST_PLAIN = 200
_REPEATS = re.compile(r"(?<!\\)[*+{?]")
_COSTLY = re.compile(r"\(\?[=!<P(]|\\[1-9]|\)[*+{?]")
"""Look-arounds, references, and repeated groups, whose alternatives may overlap."""


def matches(pattern: str, text: str) -> bool:
    """Return whether the pattern occurs in the text. Raises `LimitExceeded` if that takes too long."""
    if _is_quick(pattern):
        return re.search(pattern, text) is not None
    payload = json.dumps([pattern, text]).encode()
    return run_limited(_JOB, payload, seconds=SECONDS) == b"1"


def search_job(payload: bytes) -> bytes:
    """Search, in a worker process."""
    pattern, text = json.loads(payload)
    return b"1" if re.search(pattern, text) is not None else b"0"


def _is_quick(pattern: str) -> bool:
    """Return whether the pattern has at most one repetition, so that matching is at worst quadratic."""
    return len(pattern) <= _MOST_PLAIN and not _COSTLY.search(pattern) and len(_REPEATS.findall(pattern)) <= 1
