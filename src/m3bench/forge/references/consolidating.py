"""From the calls of an executor to a reference: what is not needed goes, what can run together does."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.core import Call, Edge, Reference, Step, parsed_arguments
from m3bench.forge.references.needs import CallGraph, Need
from m3bench.forge.references.tracing import plain
from m3bench.forge.references.twins import mistaken
from m3bench.forge.references.using import alike_families, used
from m3bench.scoring import call_key

_UNUSED = "nothing uses its result, and the answer does not rest on it"


class Removed(msgspec.Struct, frozen=True):
    """A call that is not in the reference, and why. Counted through all steps of the executor from 0."""

    call: int
    name: str
    why: str


class Plan(msgspec.Struct, frozen=True):
    """Which calls stay, in steps; counted as in the web."""

    steps: tuple[tuple[int, ...], ...]
    needs: tuple[Need, ...]

    @property
    def kept(self) -> tuple[int, ...]:
        return tuple(place for step in self.steps for place in step)


class Kept(msgspec.Struct, frozen=True):
    """A call that brought something: its place among the executor's, and how it is best made."""

    place: int
    call: Call


def without_failures(calls: Sequence[Call]) -> tuple[list[Kept], list[Removed]]:
    """The calls that brought something, and the others: failures, and repetitions with the same result.

    Where a call was repeated with fewer arguments, the others had no effect, and it is made that way.
    """
    kept: list[Kept] = []
    removed: list[Removed] = []
    for place, call in enumerate(calls):
        twin = next((index for index, each in enumerate(kept) if _same(each.call, call)), None)
        if call.outcome is None or not call.outcome.executed:
            removed.append(Removed(place, call.name, f"failed: {call.outcome or 'never ended'}"))
        elif twin is None:
            kept.append(Kept(place, call))
        else:
            removed.append(Removed(place, call.name, "repeats an earlier call, with the same result"))
            kept[twin] = Kept(kept[twin].place, min(kept[twin].call, call, key=_argument_count))
    return kept, removed


def _same(one: Call, other: Call) -> bool:
    """The same tool and result, and the same arguments but for some that only one of them has."""
    if one.name != other.name or plain(one.result) != plain(other.result):
        return False
    if call_key(one) == call_key(other):
        return True
    first, second = parsed_arguments(one.arguments), parsed_arguments(other.arguments)
    if not (isinstance(first, dict) and isinstance(second, dict)):
        return False
    shared = first.keys() & second.keys()
    return len(shared) == min(len(first), len(second)) and all(first[key] == second[key] for key in shared)


def _argument_count(call: Call) -> int:
    arguments = parsed_arguments(call.arguments)
    return len(arguments) if isinstance(arguments, dict) else 0


def consolidated(graph: CallGraph) -> tuple[Plan, list[Removed]]:
    """The calls that the answer and the files rest on, each as early as what it needs allows."""
    names = [action.call.name for action in graph.actions]
    removed = [
        Removed(place, names[place], f"{names[better]} was called in its place, with the same arguments")
        for place, better in sorted(mistaken(graph).items())
    ]
    gone = {each.call for each in removed}
    kept = [place for place in range(len(names)) if place not in gone]
    while True:
        # What is left is looked at afresh: values may have been taken from what is gone.
        inner = graph if not removed else graph.among(kept)
        useful = used(inner)
        idle = [place for index, place in enumerate(kept) if index not in useful]
        removed += [Removed(place, names[place], _UNUSED) for place in idle]
        if not idle:
            break
        kept = [place for place in kept if place not in idle]
    return _planned(inner, kept), removed


def plan_of(graph: CallGraph, kept: Sequence[int]) -> Plan:
    """These calls of the web, each as early as what it needs allows."""
    return _planned(graph.among(kept), kept)


def _planned(inner: CallGraph, kept: Sequence[int]) -> Plan:
    needs = tuple(Need(kept[need.source], kept[need.target], need.kind, need.what) for need in inner.needs)
    alike = [frozenset(kept[place] for place in family) for family in alike_families(inner)]
    return Plan(layered(kept, needs, alike), needs)


def layered(
    kept: Sequence[int], needs: Sequence[Need], together: Sequence[frozenset[int]] = ()
) -> tuple[tuple[int, ...], ...]:
    """Every call in the earliest step that comes after all it needs; those that belong together in one, where
    nothing else becomes later by that."""
    level: dict[int, int] = {}
    for place in kept:
        sources = [need.source for need in needs if need.target == place and need.source in level]
        level[place] = 1 + max((level[source] for source in sources), default=-1)
    for family in together:
        _gather(family & level.keys(), level, needs)
    return tuple(
        tuple(place for place in kept if level[place] == depth)
        for depth in range(max(level.values(), default=-1) + 1)
    )


def _gather(family: frozenset[int], level: dict[int, int], needs: Sequence[Need]) -> None:
    """Like calls into the step of the last of them, but for those that something waits for meanwhile."""
    last = max((level[place] for place in family), default=0)
    for place in sorted(family):
        waiting = [level[need.target] for need in needs if need.source == place and need.target in level]
        if min(waiting, default=last + 1) > last:
            level[place] = last


def reference_of(graph: CallGraph, plan: Plan) -> Reference:
    """Names and arguments alone, and which call needs which."""
    number = {place: index for index, place in enumerate(plan.kept)}
    steps = tuple(
        Step(
            tuple(Call(graph.actions[place].call.name, graph.actions[place].call.arguments) for place in step)
        )
        for step in plan.steps
    )
    pairs = {
        (number[need.source], number[need.target])
        for need in plan.needs
        if need.source in number and need.target in number
    }
    return Reference(steps=steps, answer=graph.answer, edges=tuple(Edge(*pair) for pair in sorted(pairs)))
