"""Corrupted trajectories: calls removed, reordered and changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.copies import other_value, with_steps
from m3bench.checks.trace import (
    ArgumentFromPicture,
    ArgumentFromResult,
    Called,
    CalledBefore,
    CalledTogether,
    NotCalled,
    UserAsked,
    arguments_of,
    fits,
    is_tool,
)
from m3bench.core import ASK_USER, Call, Outcome, ReplyKind, Result, Step, Text, user_note

Corruptions = list[tuple[str, Evidence]]

_MADE_UP = "zzqx wvkj 90417"


def _without(evidence: Evidence, *tools: str) -> Evidence:
    """Remove all calls of the tools."""
    return _altered(evidence, lambda call: None if any(is_tool(call.name, tool) for tool in tools) else call)


def _altered(evidence: Evidence, change: Callable[[Call], Call | None]) -> Evidence:
    steps = []
    for step in evidence.trajectory.steps:
        calls = [changed for call in step.calls if (changed := change(call)) is not None]
        steps.append(msgspec.structs.replace(step, calls=tuple(calls)))
    return with_steps(evidence, steps)


def _with_argument(call: Call, tool: str, argument: str, value: Any) -> Call:
    if not is_tool(call.name, tool):
        return call
    name = argument.partition(".")[0]
    return msgspec.structs.replace(call, arguments=arguments_of(call) | {name: value})


def _failed(call: Call, tool: str) -> Call:
    if not is_tool(call.name, tool):
        return call
    result = Result((Text("not possible"),), is_error=True)
    return msgspec.structs.replace(call, outcome=Outcome.INVALID_ARGUMENTS, result=result)


def _first_of_all(evidence: Evidence, tool: str) -> Evidence:
    """Move the calls of a tool to a step before all others."""
    moved = tuple(call for _, call in evidence.trajectory.calls() if is_tool(call.name, tool))
    return with_steps(evidence, [Step(moved), *_without(evidence, tool).trajectory.steps])


def _called(check: Called, evidence: Evidence, scratch: Path) -> Corruptions:
    del scratch
    found = []
    if check.at_least > 0:
        found.append(("tool left out", _without(evidence, check.tool)))
        if check.succeeded:
            found.append(("all tries failed", _altered(evidence, lambda call: _failed(call, check.tool))))
        for name, wanted in check.arguments.items():
            if not fits(_MADE_UP, wanted):
                found.append((f"another {name}", _with_other(evidence, check, name)))
    if check.at_most is not None:
        found.append(("once too often", _too_often(check, check.at_most, evidence)))
    return found


def _with_other(evidence: Evidence, check: Called, name: str) -> Evidence:
    return _altered(evidence, lambda call: _with_argument(call, check.tool, name, _MADE_UP))


def _too_often(check: Called, at_most: int, evidence: Evidence) -> Evidence:
    """Repeat a call that counts, or make one up from the expected arguments."""
    made_up = Call(check.tool.split("|")[0], dict(check.arguments), result=Result(), outcome=Outcome.SUCCESS)
    call = next((call for _, call in evidence.trajectory.calls() if check.counts(call)), made_up)
    return with_steps(evidence, [*evidence.trajectory.steps, Step((call,) * (at_most + 1))])


def _not_called(check: NotCalled, evidence: Evidence, scratch: Path) -> Corruptions:
    del scratch
    name = check.tool.split("|")[0].replace("*", "anything")
    call = Call(name, {}, result=Result(), outcome=Outcome.SUCCESS)
    return [("called after all", with_steps(evidence, [*evidence.trajectory.steps, Step((call,))]))]


def _before(check: CalledBefore, evidence: Evidence, scratch: Path) -> Corruptions:
    del scratch
    steps = list(evidence.trajectory.steps)
    together = Step(tuple(call for step in steps for call in step.calls))
    return [
        ("order inverted", _first_of_all(evidence, check.then)),
        ("all in one step", with_steps(evidence, [together])),
        ("first tool left out", _without(evidence, check.first)),
        ("second tool left out", _without(evidence, check.then)),
    ]


def _together(check: CalledTogether, evidence: Evidence, scratch: Path) -> Corruptions:
    del scratch
    apart = [Step((call,)) for step in evidence.trajectory.steps for call in step.calls]
    found = [("tool left out", _without(evidence, check.tool))]
    return [*found, ("one after the other", with_steps(evidence, apart))] if check.count > 1 else found


def _from_result(check: ArgumentFromResult, evidence: Evidence, scratch: Path) -> Corruptions:
    del scratch
    value = other_value(_MADE_UP)
    return [
        (
            "argument made up",
            _altered(evidence, lambda call: _with_argument(call, check.tool, check.argument, value)),
        ),
        ("source left out", _without(evidence, check.source_tool)),
        ("tool left out", _without(evidence, check.tool)),
        ("order inverted", _first_of_all(evidence, check.tool)),
    ]


def _from_picture(check: ArgumentFromPicture, evidence: Evidence, scratch: Path) -> Corruptions:
    del scratch
    other = _altered(evidence, lambda call: _with_argument(call, check.tool, check.argument, _MADE_UP))
    return [("named something else", other), ("tool left out", _without(evidence, check.tool))]


def _user_asked(check: UserAsked, evidence: Evidence, scratch: Path) -> Corruptions:
    del scratch
    found = [
        ("user not asked", _without(evidence, ASK_USER)),
        ("nothing told", _altered(evidence, _told_nothing)),
    ]
    if check.before is not None:
        found.append(("asked afterwards", _first_of_all(evidence, check.before)))
        found.append(("tool left out", _without(evidence, check.before)))
    if check.at_most is not None:
        asked = next(call for _, call in evidence.trajectory.calls() if call.name == ASK_USER)
        more = Step((asked,) * (check.at_most + 1))
        found.append(("asked too often", with_steps(evidence, [*evidence.trajectory.steps, more])))
    return found


def _told_nothing(call: Call) -> Call:
    """Return a turn with the user in which the reply has the words of the fact, and is none."""
    if call.name != ASK_USER or call.result is None:
        return call
    result = Result(call.result.content, meta=user_note(ReplyKind.UNKNOWN, ()))
    return msgspec.structs.replace(call, result=result)


TRACE_CORRUPTORS: dict[type[Check], Callable[[Any, Evidence, Path], Corruptions]] = {
    Called: _called,
    NotCalled: _not_called,
    CalledBefore: _before,
    CalledTogether: _together,
    ArgumentFromResult: _from_result,
    ArgumentFromPicture: _from_picture,
    UserAsked: _user_asked,
}
