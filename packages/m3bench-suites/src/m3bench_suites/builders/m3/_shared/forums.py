"""Forum threads in plans."""

from __future__ import annotations

from typing import Any

from m3bench.suites import CallResult, PlanError


def top_comment(thread: CallResult) -> dict[str, Any]:
    """Return the top-level comment with the highest score. Raise `PlanError` on a tie."""
    comments: list[dict[str, Any]] = thread.data["comments"]
    scores = sorted((int(comment["score"]) for comment in comments), reverse=True)
    if not scores or scores[:1] == scores[1:2]:
        raise PlanError(f"{thread.tool}: no comment has the highest score.")
    return max(comments, key=lambda comment: int(comment["score"]))
