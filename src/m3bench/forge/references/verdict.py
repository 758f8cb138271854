"""Whether an executor's way may become a reference: what code can tell, before anybody is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from m3bench.core import Status, Task, Usage
from m3bench.forge.opaque import is_opaque
from m3bench.forge.references.bench import Tried
from m3bench.forge.references.needs import CallGraph
from m3bench.forge.references.tracing import is_near, moments_in, numbers_in, passed_on

CODE = "code"
_FARTHEST = 0.02
"""How far an exact figure may be moved: about two kilometres in a coordinate."""


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Accepted or not, by whom, and why. Neither where no readable judgement came back."""

    by: str
    accepted: bool | None = None
    reasons: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    """Values that stand in no result, and that the judge found in the pictures."""
    raw: tuple[str, ...] = ()
    usage: Usage | None = None


class Unfounded(msgspec.Struct, frozen=True):
    """A value that a call passes on, and that nothing before it gave."""

    call: int
    name: str
    value: str
    later: str | None = None
    """The call that brought it afterwards."""

    def __str__(self) -> str:
        told = (
            f"before {self.later} brought it"
            if self.later
            else "which neither the request nor an earlier result gave"
        )
        return f"call {self.call + 1} ({self.name}) passes on {self.value!r}, {told}"


def outcome_verdict(task: Task, tried: Tried) -> Verdict:
    """The ending alone: completed, answered, with calls that worked, and past the task's checks."""
    return _verdict([*_ending(tried), *(f"check of {task.id} failed: {each}" for each in tried.failed)])


def flow_verdict(unfounded: Sequence[Unfounded], seen: Sequence[str] = ()) -> Verdict:
    """Causal order: no identifier or exact figure may be used that had not come by then."""
    known = {text.casefold() for text in seen}
    return _verdict([str(each) for each in unfounded if each.value.casefold() not in known])


def unfounded(graph: CallGraph, task: Task) -> list[Unfounded]:
    """Values that cannot have been guessed, worked out or read off a picture by luck alone."""
    told = " ".join(str(fact).casefold() for fact in task.extra.get("key_facts", ()))
    calls = [action.call for action in graph.actions]
    found: list[Unfounded] = []
    first: set[str] = set()
    for place, passed in enumerate(graph.passed):
        numbers = [number for call in calls[:place] for number in numbers_in(call.result)]
        moments = [moment for call in calls[:place] for moment in moments_in(call.result)]
        for value in passed.values:
            pieces = [piece.strip() for piece in value.text.split(",")]
            if value.known or value.text in first or not any(map(is_opaque, pieces)):
                continue
            first.add(value.text)
            if not all(_is_founded(piece, told, numbers) or piece in moments for piece in pieces):
                found.append(
                    Unfounded(place, calls[place].name, value.text, _later(graph, place, value.text))
                )
    return found


def _is_founded(text: str, told: str, numbers: Sequence[float]) -> bool:
    if not is_opaque(text) or text.casefold() in told:
        return True
    try:
        number = float(text)
    except ValueError:
        return False
    # Nobody works out more digits than there are, nor moves a coordinate into the next county.
    return any(
        abs(number - each) <= _FARTHEST and _decimals(each) >= _decimals(number) and is_near(number, [each])
        for each in numbers
    )


def _decimals(number: float) -> int:
    return len(repr(number).partition(".")[2])


def _later(graph: CallGraph, place: int, text: str) -> str | None:
    """A later call whose result has the value, without having been given it."""
    probe = msgspec.structs.replace(graph.actions[place].call, arguments={"value": text}, result=None)
    calls = [action.call for action in graph.actions[place + 1 :]]
    sources = passed_on([*calls, probe], "")[-1].values[0].sources
    return calls[min(sources)].name if sources else None


def _ending(tried: Tried) -> Iterator[str]:
    trajectory = tried.trajectory
    if trajectory.status is not Status.COMPLETED:
        reason = trajectory.extra.get("reason", "")
        yield f"the executor did not complete the task: {trajectory.status}{f', {reason}' if reason else ''}"
    if not (trajectory.answer or "").strip():
        yield "there is no answer"
    if not any(call.outcome is not None and call.outcome.executed for _, call in trajectory.calls()):
        yield "no call brought anything, so that the answer rests on nothing"


def _verdict(reasons: Sequence[str]) -> Verdict:
    return Verdict(by=CODE, accepted=not reasons, reasons=tuple(reasons))
