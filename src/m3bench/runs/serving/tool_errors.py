"""Servers of a run whose tools answered with errors that are not about the calls: a dead service, no key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from m3bench.core import Outcome, Trajectory
from m3bench.hosting import service_problem

_LONGEST_MESSAGE = 200


class ToolErrors(msgspec.Struct, frozen=True):
    """The tool errors of one server. They are scored, so a person should look whether its service is up."""

    server: str
    errors: int
    calls: int
    """All calls of the server that ended."""
    first: str
    """The first message, on one line."""
    problem: str | None = None
    """What its words say about the service behind the tool."""


def tool_errors(trajectories: Iterable[Trajectory]) -> tuple[ToolErrors, ...]:
    """By server, the one with the most first."""
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
    return " ".join(text.split())[:_LONGEST_MESSAGE] or "no words"
