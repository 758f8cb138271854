"""Verdicts of code on whether a trajectory may become a reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from m3bench.core import Status, Task, Usage
from m3bench.forge.opaque import is_opaque
from m3bench.forge.references.bench import ExecutorRun
from m3bench.forge.references.dataflow import is_near, moments_in, numbers_in, passed_values
from m3bench.forge.references.graph import CallGraph

CODE = "code"
_FARTHEST = 0.02
"""Largest shift of an exact figure: about two kilometres in a coordinate."""


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Accepted or not, by whom, and why. `accepted` is None if the judgement is missing."""

    by: str
    accepted: bool | None = None
    reasons: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    """Values found in no result, which the judge found in the pictures."""
    raw: tuple[str, ...] = ()
    usage: Usage | None = None


class UngroundedValue(msgspec.Struct, frozen=True):
    """A value that a call passes on, but that nothing before it provides."""

    call: int
    name: str
    value: str
    later: str | None = None
    """The later call that returns it."""

    def __str__(self) -> str:
        origin = (
            f"before {self.later} returns it"
            if self.later
            else "which is neither in the request nor in an earlier result"
        )
        return f"call {self.call + 1} ({self.name}) uses {self.value!r}, {origin}"


def outcome_verdict(task: Task, tried: ExecutorRun) -> Verdict:
    """Judge the outcome: completed, answered, with successful calls and passed checks."""
    return _verdict([*_ending(tried), *(f"check of {task.id} failed: {failure}" for failure in tried.failed)])


def flow_verdict(ungrounded_values: Sequence[UngroundedValue], seen: Sequence[str] = ()) -> Verdict:
    """Judge the order: identifiers and exact figures must not be used before they are known."""
    known = {text.casefold() for text in seen}
    return _verdict([str(value) for value in ungrounded_values if value.value.casefold() not in known])


def ungrounded_values(graph: CallGraph, task: Task) -> list[UngroundedValue]:
    """Return opaque values that no request, result or picture provides."""
    known_facts = " ".join(fact.casefold() for fact in task.key_facts or ())
    calls = [action.call for action in graph.actions]
    ungrounded: list[UngroundedValue] = []
    first: set[str] = set()
    for index, passed in enumerate(graph.passed):
        numbers = [number for call in calls[:index] for number in numbers_in(call.result)]
        moments = [moment for call in calls[:index] for moment in moments_in(call.result)]
        for value in passed.values:
            pieces = [piece.strip() for piece in value.text.split(",")]
            if value.known or value.text in first or not any(map(is_opaque, pieces)):
                continue
            first.add(value.text)
            if not all(_is_founded(piece, known_facts, numbers) or piece in moments for piece in pieces):
                ungrounded.append(
                    UngroundedValue(index, calls[index].name, value.text, _later(graph, index, value.text))
                )
    return ungrounded


def _is_founded(text: str, known_facts: str, numbers: Sequence[float]) -> bool:
    if not is_opaque(text) or text.casefold() in known_facts:
        return True
    try:
        number = float(text)
    except ValueError:
        return False
    # A derived number has no more digits than its source, and a coordinate stays close to it.
    return any(
        abs(number - known) <= _FARTHEST
        and _decimals(known) >= _decimals(number)
        and is_near(number, [known])
        for known in numbers
    )


def _decimals(number: float) -> int:
    return len(repr(number).partition(".")[2])


def _later(graph: CallGraph, index: int, text: str) -> str | None:
    """Return a later call whose result, but not whose arguments, contain the value."""
    probe = msgspec.structs.replace(graph.actions[index].call, arguments={"value": text}, result=None)
    calls = [action.call for action in graph.actions[index + 1 :]]
    sources = passed_values([*calls, probe], "")[-1].values[0].sources
    return calls[min(sources)].name if sources else None


def _ending(tried: ExecutorRun) -> Iterator[str]:
    trajectory = tried.trajectory
    if trajectory.status is not Status.COMPLETED:
        reason = trajectory.extra.get("reason", "")
        yield f"the executor did not complete the task: {trajectory.status}{f', {reason}' if reason else ''}"
    if not (trajectory.answer or "").strip():
        yield "the executor gave no answer"
    if not any(call.outcome is not None and call.outcome.executed for _, call in trajectory.calls()):
        yield "no call succeeded, so the answer has no basis"


def _verdict(reasons: Sequence[str]) -> Verdict:
    return Verdict(by=CODE, accepted=not reasons, reasons=tuple(reasons))
