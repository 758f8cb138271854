"""Corrupted trajectories: calls removed, reordered and changed."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench.checks.check import Evidence
from m3bench.checks.corruption import with_calls, with_steps
from m3bench.checks.trace.matchers import arguments_of, is_tool
from m3bench.core import ARTEFACTS_KEY, Call, Outcome, Result, Step

MADE_UP = "zzqx wvkj 90417"


def without_calls(evidence: Evidence, tool: str) -> Evidence:
    """Remove all calls of a tool."""
    return with_calls(evidence, lambda call: None if is_tool(call.name, tool) else call)


def with_argument(evidence: Evidence, tool: str, argument: str, value: Any) -> Evidence:
    """Give all calls of a tool another argument."""
    name = argument.partition(".")[0]

    def change(call: Call) -> Call:
        if not is_tool(call.name, tool):
            return call
        return msgspec.structs.replace(call, arguments=arguments_of(call) | {name: value})

    return with_calls(evidence, change)


def moved_first(evidence: Evidence, tool: str) -> Evidence:
    """Move the calls of a tool to a step before all others."""
    moved = tuple(call for _, call in evidence.trajectory.calls() if is_tool(call.name, tool))
    return with_steps(evidence, [Step(moved), *without_calls(evidence, tool).trajectory.steps])


def for_another_file(evidence: Evidence, tool: str) -> Evidence:
    """Let the calls of a tool write a file that nobody asked for."""

    def change(call: Call) -> Call:
        if not is_tool(call.name, tool) or call.result is None:
            return call
        return msgspec.structs.replace(call, result=_writing(call.result, "elsewhere.bin"))

    return with_calls(evidence, change)


def made_anew(evidence: Evidence, path: str) -> Evidence:
    """Add a call that writes a file again, from nothing."""
    call = Call(MADE_UP, {"output": path}, result=_writing(Result(), path), outcome=Outcome.SUCCESS)
    return with_steps(evidence, [*evidence.trajectory.steps, Step((call,))])


def _writing(result: Result, path: str) -> Result:
    return msgspec.structs.replace(result, meta={**result.meta, ARTEFACTS_KEY: {"wrote": [path]}})
