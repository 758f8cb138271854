"""Corrupted trajectories: calls removed, reordered and changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from m3bench.checks.check import Evidence
from m3bench.checks.corruption import with_steps
from m3bench.checks.trace.matchers import arguments_of, is_tool
from m3bench.core import Call, Step

MADE_UP = "zzqx wvkj 90417"


def without_calls(evidence: Evidence, *tools: str) -> Evidence:
    """Remove all calls of the tools."""
    return with_altered_calls(
        evidence, lambda call: None if any(is_tool(call.name, tool) for tool in tools) else call
    )


def with_altered_calls(evidence: Evidence, change: Callable[[Call], Call | None]) -> Evidence:
    steps = []
    for step in evidence.trajectory.steps:
        calls = [changed for call in step.calls if (changed := change(call)) is not None]
        steps.append(msgspec.structs.replace(step, calls=tuple(calls)))
    return with_steps(evidence, steps)


def with_argument(call: Call, tool: str, argument: str, value: Any) -> Call:
    if not is_tool(call.name, tool):
        return call
    name = argument.partition(".")[0]
    return msgspec.structs.replace(call, arguments=arguments_of(call) | {name: value})


def moved_first(evidence: Evidence, tool: str) -> Evidence:
    """Move the calls of a tool to a step before all others."""
    moved = tuple(call for _, call in evidence.trajectory.calls() if is_tool(call.name, tool))
    return with_steps(evidence, [Step(moved), *without_calls(evidence, tool).trajectory.steps])
