"""Trajectories: steps of calls issued together, and the outcomes of both."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from m3bench.core.canonical import content_hash
from m3bench.core.content import Content, Text


class Outcome(StrEnum):
    """The outcome of a call. A call that was made has exactly one."""

    ILLEGAL_FORMAT = "illegal_format"
    UNKNOWN_TOOL = "unknown_tool"
    INVALID_ARGUMENTS = "invalid_arguments"
    NOT_FOUND = "not_found"
    SUCCESS = "success"
    TOOL_ERROR = "tool_error"
    """The tool returned an error that is not known to be caused by the call. The attempt is scored."""
    SERVER_FAULT = "server_fault"
    """A failure of the server: a crash, a time-out, a malformed message, or a fault that a bundled server
    reports."""

    @property
    def executed(self) -> bool:
        """The tool ran and returned a result, possibly that nothing was found."""
        return self in (Outcome.SUCCESS, Outcome.NOT_FOUND)

    @property
    def blames_agent(self) -> bool:
        return self in (Outcome.ILLEGAL_FORMAT, Outcome.UNKNOWN_TOOL, Outcome.INVALID_ARGUMENTS)


class Status(StrEnum):
    """The outcome of a trajectory."""

    COMPLETED = "completed"
    OUT_OF_STEPS = "out_of_steps"
    OUT_OF_BUDGET = "out_of_budget"
    AGENT_FAILURE = "agent_failure"
    OVER_QUOTA = "over_quota"
    """The workspace held more than its quota. It counts as failed, and nothing of the workspace is kept."""
    SERVER_FAILURE = "server_failure"
    HARNESS_FAILURE = "harness_failure"
    DOES_NOT_FIT = "does_not_fit"
    """The tools and the task do not fit into the context of the model, however short. It is not scored."""
    UNKNOWN = "unknown"


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a call."""

    content: tuple[Content, ...] = ()
    is_error: bool = False
    meta: dict[str, Any] = {}
    """Metadata of the server, such as the sources of the result. Not for the model."""

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
    """A tool call. ``arguments`` are kept as received, whatever their type."""

    name: str
    arguments: Any = None
    id: str | None = None
    result: Result | None = None
    outcome: Outcome | None = None
    timing: Timing | None = None
    repairs: tuple[str, ...] = ()
    """What was repaired to read the call: `written_call`, `renamed_tool` and so on."""

    @property
    def server(self) -> str:
        return self.name.partition("/")[0] if "/" in self.name else ""

    @property
    def tool(self) -> str:
        return self.name.partition("/")[2] if "/" in self.name else self.name

    @property
    def oddity(self) -> str | None:
        """What is unusual about the arguments; None if they are an object."""
        if isinstance(self.arguments, dict):
            return None
        if self.arguments is None:
            return "no arguments"
        if isinstance(self.arguments, str):
            readable = isinstance(parsed_arguments(self.arguments), dict)
            return "arguments as a JSON string" if readable else "arguments as plain text"
        return f"arguments as a JSON {_JSON_NAMES.get(type(self.arguments), 'value')}"


_JSON_NAMES = {list: "array", tuple: "array", bool: "boolean", int: "number", float: "number"}


def parsed_arguments(arguments: Any) -> Any:
    """Parse arguments that are the JSON text of an object; others are returned unchanged."""
    if not isinstance(arguments, str):
        return arguments
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        return arguments
    return value if isinstance(value, dict) else arguments


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """Calls issued together, in their order. May be empty."""

    calls: tuple[Call, ...] = ()
    plan: str | None = None


class Usage(msgspec.Struct, frozen=True, omit_defaults=True):
    """The resources used by a trajectory. None means unknown, never zero."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    requests: int | None = None
    cost: float | None = None

    def __add__(self, other: Usage) -> Usage:
        """Add two usages; a value unknown in one is unknown in the sum."""
        pairs = zip(msgspec.structs.astuple(self), msgspec.structs.astuple(other), strict=True)
        return Usage(*(None if None in pair else pair[0] + pair[1] for pair in pairs))


NO_USAGE = Usage(0, 0, 0, 0.0)

ANSWERED_AFTER = "answered_after_steps"
"""Key of `Trajectory.extra`: the number of steps whose results an external agent had when it answered."""


REPAIRED_CALLS = "repaired_calls"
"""Key of `Trajectory.extra`: how many calls had to be repaired to be read, by kind of repair."""


LIMITS_MET = "limits_met"
"""Key of `Trajectory.extra`: how often the model met a limit, by kind: `cut_replies`, `pictures_as_notes`…"""


class Trajectory(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The steps and the answer of an agent on one task."""

    task_id: str
    steps: tuple[Step, ...] = ()
    family: str | None = None
    request: str | None = None
    answer: str | None = None
    fields: dict[str, Any] | None = None
    """The form of the task, as filled in by the agent."""
    agent: str | None = None
    model: str | None = None
    usage: Usage | None = None
    status: Status = Status.UNKNOWN
    extra: dict[str, Any] = {}

    def calls(self) -> Iterator[tuple[int, Call]]:
        """Yield every call with the index of its step."""
        return iter_calls(self.steps)

    @property
    def call_count(self) -> int:
        return sum(len(step.calls) for step in self.steps)

    @property
    def digest(self) -> str:
        """The hash of the canonical JSON."""
        return content_hash(msgspec.to_builtins(self))


def iter_calls(steps: Sequence[Step]) -> Iterator[tuple[int, Call]]:
    """Yield every call with the index of its step."""
    for index, step in enumerate(steps):
        for call in step.calls:
            yield index, call


def count_repairs(steps: Sequence[Step]) -> dict[str, int]:
    """Count the calls that had to be repaired to be read, by kind of repair. A call may have several."""
    return dict(sorted(Counter(kind for _, call in iter_calls(steps) for kind in call.repairs).items()))
