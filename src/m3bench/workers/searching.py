"""Match, find and replace with untrusted regular expressions, and compare texts, in a worker with a limit.

Some take forever on a short text, and block all threads.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from m3bench.workers.documents import DocumentError
from m3bench.workers.process import JobFailed, LimitExceeded, run_limited

SECONDS: Final = 3.0
_MATCH_SECONDS: Final = 2.0
MOST_CHARACTERS: Final = 4_000_000
_MATCH, _FIND, _REPLACE, _COMPARE = (
    f"{__name__}:{job}" for job in ("match_job", "find_job", "replace_job", "compare_job")
)
_MOST_PLAIN = 200
_REPEATS = re.compile(r"(?<!\\)[*+{?]")
_COSTLY = re.compile(r"\(\?[=!<P(]|\\[1-9]|\)[*+{?]")
"""Look-arounds, references, and repeated groups, whose alternatives may overlap."""


def matches(pattern: str, text: str) -> bool:
    """Return whether the pattern occurs in the text. Raises `LimitExceeded` if that takes too long."""
    if _is_quick(pattern):
        return re.search(pattern, text) is not None
    payload = json.dumps([pattern, text]).encode()
    return run_limited(_MATCH, payload, seconds=_MATCH_SECONDS) == b"1"


def find_matches(pattern: str, text: str, *, flags: str = "", most: int = 200) -> dict[str, Any]:
    """Find all matches of a regular expression.

    Args:
        pattern: In the syntax of Python.
        text: Where to look.
        flags: Letters: `i` ignores case, `m` lets `^` and `$` match at lines, `s` lets `.` match line breaks.
        most: How many matches are returned; all are counted.

    Returns:
        `total`, and `matches` with `start`, `end`, `text` and `groups`.

    Raises:
        DocumentError: The expression is not valid, or takes too long.
    """
    listed: dict[str, Any] = _asked(_FIND, [pattern, text, flags, most])
    return listed


def replace_matches(pattern: str, replacement: str, text: str, *, flags: str = "") -> tuple[str, int]:
    """Replace all matches, with `\\1` or `\\g<name>` for groups. Returns the new text and the number.

    Raises:
        DocumentError: The expression or replacement is not valid, takes too long, or the text becomes too
            long.
    """
    replaced, count = _asked(_REPLACE, [pattern, replacement, text, flags])
    return replaced, count


def compare_lines(old: list[str], new: list[str], names: tuple[str, str], around: int = 3) -> list[str]:
    """Return the lines of a unified diff.

    Raises:
        DocumentError: It takes too long.
    """
    lines: list[str] = _asked(_COMPARE, [old, new, *names, around])
    return lines


def _asked(job: str, arguments: list[Any]) -> Any:
    try:
        return json.loads(run_limited(job, json.dumps(arguments).encode(), seconds=SECONDS))
    except LimitExceeded as problem:
        raise DocumentError(
            f"the worker process {problem}; use a simpler expression or a shorter text"
        ) from None
    except JobFailed as problem:
        raise DocumentError(" ".join(str(problem).split())[:200]) from None


def match_job(payload: bytes) -> bytes:
    """Match, in a worker process."""
    pattern, text = json.loads(payload)
    return b"1" if re.search(pattern, text) is not None else b"0"


def find_job(payload: bytes) -> bytes:
    """Find, in a worker process."""
    pattern, text, flags, most = json.loads(payload)
    matches, total = [], 0
    for match in _compiled(pattern, flags).finditer(text):
        total += 1
        if total <= most:
            groups = [group[:200] if group else group for group in match.groups()[:20]]
            matches.append(
                {"start": match.start(), "end": match.end(), "text": match[0][:500], "groups": groups}
            )
    return json.dumps({"total": total, "matches": matches}).encode()


def replace_job(payload: bytes) -> bytes:
    """Replace, in a worker process."""
    pattern, replacement, text, flags = json.loads(payload)
    replaced, count = _compiled(pattern, flags).subn(replacement, text)
    if len(replaced) > MOST_CHARACTERS:
        raise ValueError(f"the text would have more than {MOST_CHARACTERS:,} characters")
    return json.dumps([replaced, count]).encode()


def compare_job(payload: bytes) -> bytes:
    """Compare, in a worker process."""
    import difflib  # noqa: PLC0415 - other jobs do not need it

    old, new, old_name, new_name, around = json.loads(payload)
    return json.dumps(
        list(difflib.unified_diff(old, new, old_name, new_name, n=around, lineterm=""))
    ).encode()


def _compiled(pattern: str, flags: str) -> re.Pattern[str]:
    return re.compile(pattern, sum(re.RegexFlag[letter.upper()] for letter in sorted(set(flags))))


def _is_quick(pattern: str) -> bool:
    """Return whether the pattern has at most one repetition, so that matching is at worst quadratic."""
    return len(pattern) <= _MOST_PLAIN and not _COSTLY.search(pattern) and len(_REPEATS.findall(pattern)) <= 1
