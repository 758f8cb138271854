"""Regular expressions that others wrote. Some take for ever on a short text, and hold up all threads."""

from __future__ import annotations

import json
import re

from m3bench.workers.process import run_limited

SECONDS = 2.0
_JOB = f"{__name__}:search_job"
_MOST_PLAIN = 200
_REPEATS = re.compile(r"(?<!\\)[*+{]")
_COSTLY = re.compile(r"\(\?[=!<P(]|\\[1-9]")


def matches(pattern: str, text: str) -> bool:
    """Whether the pattern is found in the text. Raises `LimitExceeded` where that takes too long."""
    if _is_quick(pattern):
        return re.search(pattern, text) is not None
    payload = json.dumps([pattern, text]).encode()
    return run_limited(_JOB, payload, seconds=SECONDS) == b"1"


def search_job(payload: bytes) -> bytes:
    """The search, in a helper process."""
    pattern, text = json.loads(payload)
    return b"1" if re.search(pattern, text) is not None else b"0"


def _is_quick(pattern: str) -> bool:
    """With one repetition at most, the time grows with the square of the text at worst."""
    return len(pattern) <= _MOST_PLAIN and not _COSTLY.search(pattern) and len(_REPEATS.findall(pattern)) <= 1
