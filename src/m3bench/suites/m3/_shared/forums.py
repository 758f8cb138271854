"""What people say in a forum, as plans read it."""

from __future__ import annotations

from typing import Any

from m3bench.suites.planning import Found, PlanError


def top_comment(thread: Found) -> dict[str, Any]:
    """The one with the highest score of those that answer the post itself."""
    comments: list[dict[str, Any]] = thread.data["comments"]
    scores = sorted((int(comment["score"]) for comment in comments), reverse=True)
    if not scores or scores[:1] == scores[1:2]:
        raise PlanError(f"{thread.tool}: no comment stands out.")
    return max(comments, key=lambda comment: int(comment["score"]))
