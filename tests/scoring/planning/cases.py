"""Attempts beside references, with results where they matter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from m3bench.core import Call, Condition, Edge, Fact, Outcome, Reference, Result, Step, Task, Text, Trajectory
from m3bench.encoders import ExactEncoder
from m3bench.scoring import KnownTool, Planning, PlanningFailure, Scorer, ToolBook, find_planning_failures

REQUEST = "What is the weather in Lyon, and who runs the museum there?"
BOOK = ToolBook(
    [
        KnownTool("maps/geocode", {"type": "object"}, read_only=True),
        KnownTool("weather/now", {"type": "object"}, read_only=True),
        KnownTool("wiki/page", {"type": "object"}, read_only=True),
        KnownTool("wiki/search", {"type": "object"}, read_only=True),
        KnownTool("notes/add", {"type": "object"}, read_only=False),
        KnownTool("notes/read", {"type": "object"}, read_only=True),
    ]
)


def call(name: str, told: str = "", outcome: Outcome = Outcome.SUCCESS, **arguments: Any) -> Call:
    """A call with its result, if it told anything."""
    result = Result((Text(told),)) if told else None
    return Call(name, arguments, result=result, outcome=outcome)


def steps(*groups: Call | tuple[Call, ...]) -> tuple[Step, ...]:
    """One step for each call, or for each group of calls."""
    return tuple(Step((group,) if isinstance(group, Call) else group) for group in groups)


def task(
    reference: tuple[Step, ...],
    *,
    edges: tuple[tuple[int, int], ...] = (),
    facts: tuple[Fact, ...] = (),
    branches: Sequence[dict[str, Any]] = (),
) -> Task:
    known = Reference(steps=reference, edges=tuple(Edge(*pair) for pair in edges), facts=facts)
    conditions = msgspec.convert(branches, tuple[Condition, ...])
    return Task(id="t", request=REQUEST, references=(known,), branches=conditions)


def failures(
    attempt: tuple[Step, ...], wanted: Task, *, fields: dict[str, Any] | None = None, tools: ToolBook = BOOK
) -> tuple[PlanningFailure, ...]:
    """The failures of an attempt. Only equal arguments match."""
    trajectory = Trajectory(task_id="t", steps=attempt, fields=fields)
    score = Scorer("m3", ExactEncoder()).score(trajectory, wanted)
    return find_planning_failures(score, trajectory, wanted, tools)


def kinds(*arguments: Any, **more: Any) -> list[Planning]:
    return [failure.failure for failure in failures(*arguments, **more)]
