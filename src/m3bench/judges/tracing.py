"""From a task and what an agent did on it to what a judge reads. The same in, the same out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Protocol

from m3bench.core import (
    Call,
    Content,
    Data,
    Edge,
    Media,
    Outcome,
    Reference,
    Step,
    Task,
    Text,
    Trajectory,
    iter_calls,
    rules_text,
)
from m3bench.core.text import plural
from m3bench.judges.case import Case
from m3bench.judges.fencing import bounded

TRACE_CHARACTERS = 24_000
_RESULTS = (1_500, 600, 200, 80)
"""How much of each result is shown: the most with which the trace is within its bounds."""
_ARGUMENTS = 600
_PLAN = 400
_TOOL = 160
_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str)
_ENDED = {
    Outcome.SUCCESS: "succeeded",
    Outcome.NOT_FOUND: "ran and found nothing",
    Outcome.ILLEGAL_FORMAT: "could not be read as a call",
    Outcome.UNKNOWN_TOOL: "refused: there is no such tool",
    Outcome.INVALID_ARGUMENTS: "refused: wrong arguments",
    Outcome.TOOL_ERROR: "ended in an error of the tool",
    Outcome.SERVER_FAULT: "failed by a fault of the server",
}


class DescribedTool(Protocol):
    """What is said of a tool: `hosting.Tool` is one."""

    @property
    def full_name(self) -> str: ...

    @property
    def description(self) -> str: ...


def case_of(
    task: Task,
    trajectory: Trajectory,
    *,
    tools: Iterable[DescribedTool] = (),
    pictures: Iterable[Media] = (),
    provenance: Sequence[Edge] = (),
) -> Case:
    """One attempt for judges to read. `provenance` says which calls of the agent used what others brought.

    The task's simulated user is left out: what it said to the agent is in the trajectory, and what it was not
    asked is no measure of the agent.
    """
    request = trajectory.request or task.fuzzy_request or task.request or ""
    answers = (task.answer, *(each.answer for each in task.references))
    return Case(
        id=task.id,
        request=request,
        agent_role=task.role or "",
        agent_rules=rules_text(task.rules),
        concrete=task.request if task.request and task.request != request else "",
        answer=trajectory.answer or "",
        trace=trace_of(trajectory),
        reference=_references(task.references),
        expected=next((answer for answer in answers if answer), ""),
        dependencies=_dependencies(task, trajectory, provenance),
        tools="\n".join(_tool_line(tool) for tool in tools),
        pictures=tuple(pictures),
    )


def trace_of(trajectory: Trajectory) -> str:
    """Every step, every call with its arguments, how it ended, and as much of its result as there is room."""
    said = [_said(call) for _, call in trajectory.calls()]
    for room in _RESULTS:
        text = _trace(trajectory, [bounded(each, room) for each in said])
        if len(text) <= TRACE_CHARACTERS:
            return text
    return bounded(text, TRACE_CHARACTERS)


def _trace(trajectory: Trajectory, said: Sequence[str]) -> str:
    steps, calls = len(trajectory.steps), trajectory.call_count
    head = f"{plural(steps, 'step')}, {plural(calls, 'call')}, ended as {trajectory.status}"
    return "\n".join([head, *_step_lines(trajectory.steps, said)])


def _step_lines(steps: Sequence[Step], said: Sequence[str] | None = None) -> Iterable[str]:
    """`said` is what came back for each call; without it, calls are named and nothing else."""
    number = 0
    for place, step in enumerate(steps, 1):
        together = f", {len(step.calls)} calls together" if len(step.calls) > 1 else ""
        plan = f": {_one_line(step.plan, _PLAN)}" if step.plan and said is not None else ""
        yield f"Step {place}{together}{plan}"
        for call in step.calls:
            number += 1
            yield f"  call {number}: {_call(call)}"
            if said is not None:
                yield f"    {_ending(call, said[number - 1])}"


def _call(call: Call) -> str:
    return f"{call.name or '(no name)'} {_one_line(_COMPACT.encode(call.arguments), _ARGUMENTS)}"


def _said(call: Call) -> str:
    """All that came back, on one line."""
    return " ".join(" ".join(map(_part_text, call.result.content)).split()) if call.result is not None else ""


def _ending(call: Call, said: str) -> str:
    ended = _ENDED[call.outcome] if call.outcome is not None else _unsaid(call)
    return f"{ended}: {said}" if said else ended


def _unsaid(call: Call) -> str:
    """How it ended, where that is not on record."""
    if call.result is None:
        return "no result on record"
    return "returned an error" if call.result.is_error else "returned"


def _part_text(part: Content) -> str:
    match part:
        case Text():
            return part.text
        case Data():
            return _COMPACT.encode(part.value)
        case Media():
            return f"[{part.media_type}]"


def _references(references: Sequence[Reference]) -> str:
    texts = ["\n".join(_step_lines(each.steps)) for each in references if each.steps]
    if len(texts) < 2:
        return "".join(texts)
    return "\n\n".join(f"Reference {number}\n{text}" for number, text in enumerate(texts, 1))


def _dependencies(task: Task, trajectory: Trajectory, provenance: Sequence[Edge]) -> str:
    analysis = task.extra.get("dependency_analysis")
    reference = next((each for each in task.references if each.edges), None)
    sections = [analysis if isinstance(analysis, str) else ""]
    if reference is not None:
        sections.append(_edges("In the reference:", reference.steps, reference.edges))
    if provenance:
        sections.append(_edges("In what the agent did:", trajectory.steps, provenance))
    return "\n\n".join(filter(None, sections))


def _edges(title: str, steps: Sequence[Step], edges: Sequence[Edge]) -> str:
    names = [call.name for _, call in iter_calls(steps)]
    lines = [
        f"- call {edge.target + 1} ({names[edge.target]}) needs call {edge.source + 1} ({names[edge.source]})"
        for edge in sorted(set(edges), key=lambda edge: (edge.target, edge.source))
        if min(edge.source, edge.target) >= 0 and max(edge.source, edge.target) < len(names)
    ]
    return "\n".join([title, *lines]) if lines else ""


def _tool_line(tool: DescribedTool) -> str:
    return f"- {tool.full_name}: {_one_line(tool.description, _TOOL)}"


def _one_line(text: str, longest: int) -> str:
    return bounded(" ".join(text.split()), longest)
