"""Cases from tasks and trajectories. The same input gives the same case."""

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
    canonical_json,
    iter_calls,
    rules_text,
)
from m3bench.core.text import plural
from m3bench.judges.case import Case
from m3bench.judges.fences import truncate_middle

TRACE_CHARACTERS = 24_000
_RESULTS = (1_500, 600, 200, 80)
"""Limits per result; the largest with which the trace fits is used."""
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
    """A tool with a description, such as `hosting.Tool`."""

    @property
    def full_name(self) -> str: ...

    @property
    def description(self) -> str: ...


def build_case(
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
    answers = (task.answer, _key(task), *(reference.answer for reference in task.references))
    return Case(
        id=task.id,
        request=request,
        agent_role=task.role or "",
        agent_rules=rules_text(task.rules),
        concrete=task.request if task.request and task.request != request else "",
        answer=trajectory.answer or "",
        trace=render_trace(trajectory),
        reference=_references(task.references),
        expected=next((answer for answer in answers if answer), ""),
        dependencies=_dependencies(task, trajectory, provenance),
        tools="\n".join(f"- {tool.full_name}: {_one_line(tool.description, _TOOL)}" for tool in tools),
        pictures=tuple(pictures),
    )


def _key(task: Task) -> str:
    """Return the answer key, if it is data."""
    value = task.answer_key.value if task.answer_key is not None else None
    return "" if value is None else value if isinstance(value, str) else canonical_json(value)


def render_trace(trajectory: Trajectory) -> str:
    """Render every step and call with arguments, outcome, and as much of the result as fits."""
    results = [_result_text(call) for _, call in trajectory.calls()]
    for room in _RESULTS:
        text = _trace(trajectory, [truncate_middle(result, room) for result in results])
        if len(text) <= TRACE_CHARACTERS:
            return text
    return truncate_middle(text, TRACE_CHARACTERS)


def _trace(trajectory: Trajectory, results: Sequence[str]) -> str:
    steps, calls = len(trajectory.steps), trajectory.call_count
    head = f"{plural(steps, 'step')}, {plural(calls, 'call')}, ended as {trajectory.status}"
    return "\n".join([head, *_step_lines(trajectory.steps, results)])


def _step_lines(steps: Sequence[Step], results: Sequence[str] | None = None) -> Iterable[str]:
    """`results` holds the result of each call; without it, only calls are listed."""
    number = 0
    for index, step in enumerate(steps, 1):
        together = f", {len(step.calls)} calls together" if len(step.calls) > 1 else ""
        plan = f": {_one_line(step.plan, _PLAN)}" if step.plan and results is not None else ""
        yield f"Step {index}{together}{plan}"
        for call in step.calls:
            number += 1
            yield f"  call {number}: {_call(call)}"
            if results is not None:
                yield f"    {_ending(call, results[number - 1])}"


def _call(call: Call) -> str:
    return f"{call.name or '(no name)'} {_one_line(_COMPACT.encode(call.arguments), _ARGUMENTS)}"


def _result_text(call: Call) -> str:
    return " ".join(" ".join(map(_part_text, call.result.content)).split()) if call.result is not None else ""


def _ending(call: Call, results: str) -> str:
    ended = _ENDED[call.outcome] if call.outcome is not None else _unrecorded_ending(call)
    return f"{ended}: {results}" if results else ended


def _unrecorded_ending(call: Call) -> str:
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
    texts = ["\n".join(_step_lines(reference.steps)) for reference in references if reference.steps]
    if len(texts) < 2:
        return "".join(texts)
    return "\n\n".join(f"Reference {number}\n{text}" for number, text in enumerate(texts, 1))


def _dependencies(task: Task, trajectory: Trajectory, provenance: Sequence[Edge]) -> str:
    analysis = task.dependency_analysis
    reference = next((reference for reference in task.references if reference.edges), None)
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


def _one_line(text: str, longest: int) -> str:
    return truncate_middle(" ".join(text.split()), longest)
