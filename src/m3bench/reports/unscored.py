"""Attempts that were not scored, each reason once."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from m3bench.runs import DroppedAttempt, DropReason, RunResult

_MOST_REASONS = 12
_LONGEST_DETAIL = 600
_LONGEST_CAUSE = 120
_VARYING = re.compile(r"0x[0-9a-f]+|\d+(?:\.\d+)?|'[^']*'|\"[^\"]*\"", re.IGNORECASE)
"""What differs between messages of one cause: numbers, addresses, names of files."""


def dropped_reasons(dropped: Sequence[DroppedAttempt]) -> dict[str, int]:
    """Return the number of attempts that were not scored, by kind of reason."""
    return dict(Counter(_kind(attempt.why) for attempt in dropped))


def unscored_lines(result: RunResult) -> Iterator[str]:
    """Yield how many attempts were not scored, then each reason once, with a count and an example."""
    if not result.dropped:
        return
    kinds = ", ".join(f"{count} {why}" for why, count in dropped_reasons(result.dropped).items())
    yield f"not scored: {len(result.dropped)} of {result.attempts} attempts: {kinds}"
    alike: dict[tuple[DropReason, str], list[DroppedAttempt]] = defaultdict(list)
    for attempt in result.dropped:
        alike[attempt.why, _cause(attempt.detail)].append(attempt)
    for attempts in list(alike.values())[:_MOST_REASONS]:
        yield f"  {_reason(attempts[0], len(attempts))}"
    if len(alike) > _MOST_REASONS:
        yield f"  … and {len(alike) - _MOST_REASONS} more reasons (all in --json)"


def _cause(detail: str) -> str:
    """Return the part of a reason that attempts share: without numbers, and without the log of a server."""
    return _VARYING.sub("#", detail.partition("end of its log")[0])[:_LONGEST_CAUSE]


def _reason(first: DroppedAttempt, count: int) -> str:
    detail = f": {first.detail[:_LONGEST_DETAIL]}" if first.detail else ""
    if count == 1:
        return f"{first.id}: {_kind(first.why)}{detail}"
    return f"{count} × {_kind(first.why)}, first {first.id}{detail}"


def _kind(why: DropReason) -> str:
    return why.value.replace("_", " ")
