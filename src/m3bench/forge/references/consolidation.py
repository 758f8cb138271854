"""References from the calls of an executor: drop unneeded calls and merge independent ones."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.core import Call, Edge, Reference, Step, parsed_arguments
from m3bench.forge.references.dataflow import plain
from m3bench.forge.references.graph import CallGraph, Need
from m3bench.forge.references.relevance import sibling_groups, used_calls
from m3bench.forge.references.replacements import replaced_calls
from m3bench.scoring import call_key

_UNUSED = "unused: neither a later call nor the answer depends on its result"


class RemovedCall(msgspec.Struct, frozen=True):
    """A call that is not in the reference, and why. Calls of the executor are numbered from 0."""

    call: int
    name: str
    why: str


class Plan(msgspec.Struct, frozen=True):
    """The kept calls in steps, numbered as in the call graph."""

    steps: tuple[tuple[int, ...], ...]
    needs: tuple[Need, ...]

    @property
    def kept(self) -> tuple[int, ...]:
        return tuple(place for step in self.steps for place in step)


class KeptCall(msgspec.Struct, frozen=True):
    """A successful call, with its number among the executor's calls."""

    place: int
    call: Call


def without_failures(calls: Sequence[Call]) -> tuple[list[KeptCall], list[RemovedCall]]:
    """Split calls into successful ones, and failures and repetitions with the same result.

    If a call was repeated with fewer arguments, the others had no effect; the shorter form is kept.
    """
    kept: list[KeptCall] = []
    removed: list[RemovedCall] = []
    for place, call in enumerate(calls):
        twin = next((index for index, each in enumerate(kept) if _same(each.call, call)), None)
        if call.outcome is None or not call.outcome.executed:
            removed.append(RemovedCall(place, call.name, f"failed: {call.outcome or 'did not finish'}"))
        elif twin is None:
            kept.append(KeptCall(place, call))
        else:
            removed.append(RemovedCall(place, call.name, "repeats an earlier call with the same result"))
            kept[twin] = KeptCall(kept[twin].place, min(kept[twin].call, call, key=_argument_count))
    return kept, removed


def _same(one: Call, other: Call) -> bool:
    """Return whether two calls have the same tool and result, and one's arguments include the other's."""
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


def consolidate(graph: CallGraph) -> tuple[Plan, list[RemovedCall]]:
    """Keep the calls that the answer and the files depend on, each as early as possible."""
    names = [action.call.name for action in graph.actions]
    removed = [
        RemovedCall(place, names[place], f"replaced by {names[better]} with the same arguments")
        for place, better in sorted(replaced_calls(graph).items())
    ]
    gone = {each.call for each in removed}
    kept = [place for place in range(len(names)) if place not in gone]
    while True:
        # The graph is built again: values may have come from removed calls.
        inner = graph if not removed else graph.among(kept)
        useful = used_calls(inner)
        idle = [place for index, place in enumerate(kept) if index not in useful]
        removed += [RemovedCall(place, names[place], _UNUSED) for place in idle]
        if not idle:
            break
        kept = [place for place in kept if place not in idle]
    return _planned(inner, kept), removed


def make_plan(graph: CallGraph, kept: Sequence[int]) -> Plan:
    """Plan these calls of the graph, each as early as possible."""
    return _planned(graph.among(kept), kept)


def _planned(inner: CallGraph, kept: Sequence[int]) -> Plan:
    needs = tuple(Need(kept[need.source], kept[need.target], need.kind, need.what) for need in inner.needs)
    alike = [frozenset(kept[place] for place in family) for family in sibling_groups(inner)]
    return Plan(layer_calls(kept, needs, alike), needs)


def layer_calls(
    kept: Sequence[int], needs: Sequence[Need], together: Sequence[frozenset[int]] = ()
) -> tuple[tuple[int, ...], ...]:
    """Put every call in the first step after all calls it needs.

    Calls that belong together share a step if that delays no other call.
    """
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
    """Move like calls to the step of the last of them, except those that a call in between needs."""
    last = max((level[place] for place in family), default=0)
    for place in sorted(family):
        waiting = [level[need.target] for need in needs if need.source == place and need.target in level]
        if min(waiting, default=last + 1) > last:
            level[place] = last


def build_reference(graph: CallGraph, plan: Plan) -> Reference:
    """Build a reference: names, arguments and dependencies only."""
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
