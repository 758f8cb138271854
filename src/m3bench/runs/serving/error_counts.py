"""Tool errors of a run by server, such as those of an unavailable service or a missing key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from m3bench.core import Outcome, Trajectory
from m3bench.hosting import service_problem

_MAX_MESSAGE = 200


class ToolErrors(msgspec.Struct, frozen=True):
    """Tool errors of one server. They are scored, so the user should check its service."""

    server: str
    errors: int
    calls: int
    """All finished calls of the server."""
    first: str
    """The first error message, on one line."""
    problem: str | None = None
    """What the message says about the service behind the tool."""


def tool_errors(trajectories: Iterable[Trajectory]) -> tuple[ToolErrors, ...]:
    """Count tool errors by server, most errors first."""
    ended: Counter[str] = Counter()
    errors: Counter[str] = Counter()
    first: dict[str, str] = {}
    calls = (call for trajectory in trajectories for _, call in trajectory.calls())
    for call in calls:
        if call.outcome is not None and call.server:
            ended[call.server] += 1
        if call.outcome is Outcome.TOOL_ERROR and call.server:
            errors[call.server] += 1
            first.setdefault(call.server, call.result.text if call.result else "")
    return tuple(
        ToolErrors(server, count, ended[server], _line(first[server]), service_problem(first[server]))
        for server, count in sorted(errors.items(), key=lambda item: (-item[1], item[0]))
    )


def _line(text: str) -> str:
    return " ".join(text.split())[:_MAX_MESSAGE] or "no message"
