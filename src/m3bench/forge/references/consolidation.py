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
        return tuple(index for step in self.steps for index in step)

    @property
    def numbered_needs(self) -> tuple[Need, ...]:
        """Its dependencies, numbered over its steps."""
        number = {call: index for index, call in enumerate(self.kept)}
        inner = (need for need in self.needs if need.source in number and need.target in number)
        return tuple(need.renumbered(number) for need in inner)


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
    for number, call in enumerate(calls):
        twin = next((index for index, known in enumerate(kept) if _same(known.call, call)), None)
        if call.outcome is None or not call.outcome.executed:
            removed.append(RemovedCall(number, call.name, f"failed: {call.outcome or 'did not finish'}"))
        elif twin is None:
            kept.append(KeptCall(number, call))
        else:
            removed.append(RemovedCall(number, call.name, "repeats an earlier call with the same result"))
            kept[twin] = KeptCall(kept[twin].place, min(kept[twin].call, call, key=_argument_count))
    return kept, removed


def _same(call: Call, other: Call) -> bool:
    """Return whether two calls have the same tool and result, and one's arguments include the other's."""
    if call.name != other.name or plain(call.result) != plain(other.result):
        return False
    if call_key(call) == call_key(other):
        return True
    first, second = parsed_arguments(call.arguments), parsed_arguments(other.arguments)
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
        RemovedCall(index, names[index], f"replaced by {names[better]} with the same arguments")
        for index, better in sorted(replaced_calls(graph).items())
    ]
    gone = {removal.call for removal in removed}
    kept = [index for index in range(len(names)) if index not in gone]
    while True:
        # The graph is built again: values may have come from removed calls.
        inner = graph if not removed else graph.among(kept)
        useful = used_calls(inner)
        idle = [number for index, number in enumerate(kept) if index not in useful]
        removed += [RemovedCall(number, names[number], _UNUSED) for number in idle]
        if not idle:
            break
        kept = [number for number in kept if number not in idle]
    return _planned(inner, kept), removed


def make_plan(graph: CallGraph, kept: Sequence[int]) -> Plan:
    return _planned(graph.among(kept), kept)


def _planned(inner: CallGraph, kept: Sequence[int]) -> Plan:
    needs = tuple(need.renumbered(kept) for need in inner.needs)
    alike = [frozenset(kept[index] for index in family) for family in sibling_groups(inner)]
    return Plan(layer_calls(kept, needs, alike), needs)


def layer_calls(
    kept: Sequence[int], needs: Sequence[Need], together: Sequence[frozenset[int]] = ()
) -> tuple[tuple[int, ...], ...]:
    """Put every call in the first step after all calls it needs.

    Calls that belong together share a step if that delays no other call.
    """
    level: dict[int, int] = {}
    for index in kept:
        sources = [need.source for need in needs if need.target == index and need.source in level]
        level[index] = 1 + max((level[source] for source in sources), default=-1)
    for family in together:
        _gather(family & level.keys(), level, needs)
    return tuple(
        tuple(index for index in kept if level[index] == depth)
        for depth in range(max(level.values(), default=-1) + 1)
    )


def _gather(family: frozenset[int], level: dict[int, int], needs: Sequence[Need]) -> None:
    """Move like calls to the step of the last of them, except those that a call in between needs."""
    last = max((level[index] for index in family), default=0)
    for index in sorted(family):
        waiting = [level[need.target] for need in needs if need.source == index and need.target in level]
        if min(waiting, default=last + 1) > last:
            level[index] = last


def build_reference(graph: CallGraph, plan: Plan) -> Reference:
    """Build a reference: names, arguments and dependencies only."""
    calls = [Call(call.name, call.arguments) for call in graph.calls]
    steps = tuple(Step(tuple(calls[index] for index in step)) for step in plan.steps)
    pairs = {(need.source, need.target) for need in plan.numbered_needs}
    return Reference(steps=steps, answer=graph.answer, edges=tuple(Edge(*pair) for pair in sorted(pairs)))
