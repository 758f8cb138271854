"""A trajectory: steps of calls that were issued together."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from m3bench.core.canonical import content_hash
from m3bench.core.content import Content, Text
from m3bench.core.outcome import Outcome, Status

_Number = TypeVar("_Number", int, float)


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came back for a call."""

    content: tuple[Content, ...] = ()
    is_error: bool = False
    meta: dict[str, Any] = {}
    """What the server said beside the answer, such as the sources it stands on: not for the model."""

    @property
    def text(self) -> str:
        return "\n".join(part.text for part in self.content if isinstance(part, Text))


class Timing(msgspec.Struct, frozen=True):
    """Seconds since the trajectory began."""

    start: float
    end: float

    @property
    def seconds(self) -> float:
        return self.end - self.start


class Call(msgspec.Struct, frozen=True, omit_defaults=True):
    """One use of a tool. ``arguments`` are kept as they came, whatever they are."""

    name: str
    arguments: Any = None
    id: str | None = None
    result: Result | None = None
    outcome: Outcome | None = None
    timing: Timing | None = None

    @property
    def server(self) -> str:
        return self.name.partition("/")[0] if "/" in self.name else ""

    @property
    def tool(self) -> str:
        return self.name.partition("/")[2] if "/" in self.name else self.name

    @property
    def oddity(self) -> str | None:
        """What is unusual about the arguments, in a few words; None where they are a plain object."""
        if isinstance(self.arguments, dict):
            return None
        if self.arguments is None:
            return "no arguments"
        if isinstance(self.arguments, str):
            readable = isinstance(parsed_arguments(self.arguments), dict)
            return "arguments as a JSON string" if readable else "arguments as plain text"
        return f"arguments as a JSON {_JSON_NAMES.get(type(self.arguments), 'value')}"


_JSON_NAMES: dict[type, str] = {
    list: "array",
    tuple: "array",
    bool: "boolean",
    int: "number",
    float: "number",
}


def parsed_arguments(arguments: Any) -> Any:
    """Arguments with a JSON string read as what it says, if it says an object; otherwise as they are."""
    if not isinstance(arguments, str):
        return arguments
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        return arguments
    return value if isinstance(value, dict) else arguments


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """Calls issued together, in the order of issue. May be empty."""

    calls: tuple[Call, ...] = ()
    plan: str | None = None


class Usage(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a trajectory consumed. None means unknown, never zero."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    requests: int | None = None
    cost: float | None = None

    def __add__(self, other: Usage) -> Usage:
        """The sum; what is unknown of one is unknown of both."""
        return Usage(
            _sum(self.input_tokens, other.input_tokens),
            _sum(self.output_tokens, other.output_tokens),
            _sum(self.requests, other.requests),
            _sum(self.cost, other.cost),
        )


def _sum(one: _Number | None, other: _Number | None) -> _Number | None:
    return None if one is None or other is None else one + other


ANSWERED_AFTER = "answered_after_steps"
"""Where `Trajectory.extra` says how many steps an outside agent knew the results of when it answered."""


class Trajectory(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What an agent did on one task."""

    task_id: str
    steps: tuple[Step, ...] = ()
    family: str | None = None
    request: str | None = None
    answer: str | None = None
    fields: dict[str, Any] | None = None
    """The task's form as the agent filled it in."""
    agent: str | None = None
    model: str | None = None
    usage: Usage | None = None
    status: Status = Status.UNKNOWN
    extra: dict[str, Any] = {}

    def calls(self) -> Iterator[tuple[int, Call]]:
        """Every call with the index of its step."""
        return iter_calls(self.steps)

    @property
    def call_count(self) -> int:
        return sum(len(step.calls) for step in self.steps)

    @property
    def digest(self) -> str:
        """Identity: the hash of the canonical JSON."""
        return content_hash(msgspec.to_builtins(self))


def iter_calls(steps: Sequence[Step]) -> Iterator[tuple[int, Call]]:
    """Every call with the index of its step."""
    for index, step in enumerate(steps):
        for call in step.calls:
            yield index, call
