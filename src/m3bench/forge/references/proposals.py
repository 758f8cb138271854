"""Checking a judge's proposal: nothing needed is dropped, nothing dependent is merged."""

from __future__ import annotations

from collections.abc import Iterator

from m3bench.forge.references.adjudicator import Proposal
from m3bench.forge.references.consolidation import Plan, layer_calls
from m3bench.forge.references.graph import CallGraph, Kind, Need, names_file
from m3bench.forge.references.relevance import closure, sibling_groups, used_calls


def check_proposal(proposal: Proposal, graph: CallGraph) -> tuple[Plan | None, tuple[str, ...]]:
    """Return the proposal as a plan over the graph, or its problems."""
    misnamed = tuple(_misnamed(proposal, len(graph.actions)))
    if misnamed:
        return None, misnamed
    steps = tuple(tuple(number - 1 for number in step) for step in proposal.steps)
    kept = sorted(number for step in steps for number in step)
    again = graph.among(kept)
    needs = _needs(proposal, again, kept, _step_of(steps))
    problems = (
        *_left_out(graph, again, kept),
        *_dependent(steps, needs),
        *_idle(proposal, again, kept, needs),
        *_late(steps, needs, [frozenset(kept[index] for index in group) for group in sibling_groups(again)]),
    )
    return (None, problems) if problems else (Plan(steps, needs), ())


def _misnamed(proposal: Proposal, count: int) -> Iterator[str]:
    listed = [number for step in proposal.steps for number in step]
    if not listed or not all(proposal.steps):
        yield "a step has no calls"
    if len(set(listed)) < len(listed):
        yield "a call is listed twice"
    named = [*listed, *(number for need in proposal.needs for number in (need.call, need.of))]
    named += [use.call for use in proposal.used]
    unknown = sorted({number for number in named if not 1 <= number <= count})
    if unknown:
        yield f"there is no call {unknown[0]}"
    kept = set(listed)
    for need in proposal.needs:
        if need.of >= need.call:
            yield f"call {need.call} cannot need call {need.of}, which is not earlier"
        elif not {need.call, need.of} <= kept:
            yield f"call {need.call} needs call {need.of}, but one of them is missing"


def _needs(
    proposal: Proposal, again: CallGraph, kept: list[int], step_of: dict[int, int]
) -> tuple[Need, ...]:
    """Return certain needs, those of the judge, and assumed needs that the judge's steps respect."""
    placed = [need.renumbered(kept) for need in again.needs]
    shared = [need for need in placed if need.kind.certain or step_of[need.source] < step_of[need.target]]
    stated = [Need(need.of - 1, need.call - 1, Kind.TOLD, need.why) for need in proposal.needs]
    return tuple(sorted({*shared, *stated}))


def _left_out(graph: CallGraph, again: CallGraph, kept: list[int]) -> Iterator[str]:
    """Yield values without a source and files no longer written."""
    for index, number in enumerate(kept):
        before = {value.text for value in graph.passed[number].all if value.known}
        now = {value.text for value in again.passed[index].all if value.known}
        for text in sorted(before - now):
            yield f"call {number + 1} uses {text!r}, but its source is missing"
    for number, action in enumerate(graph.actions):
        for path in sorted(action.wrote if number not in kept else ()):
            # A call that wrote the same file changed nothing if the file existed; execution will show it.
            if "." in path and not any(names_file(call, path) for call in again.calls):
                yield f"call {number + 1} is missing, but it writes {path}"


def _dependent(steps: tuple[tuple[int, ...], ...], needs: tuple[Need, ...]) -> Iterator[str]:
    step_of = _step_of(steps)
    for need in needs:
        if step_of[need.source] >= step_of[need.target]:
            yield (
                f"call {need.target + 1} must be in a later step than call {need.source + 1}, "
                f"which it needs: {need.kind} {need.what}"
            )


def _idle(proposal: Proposal, again: CallGraph, kept: list[int], needs: tuple[Need, ...]) -> Iterator[str]:
    ends = {kept[index] for index in used_calls(again)} | {use.call - 1 for use in proposal.used}
    useful = closure(ends, needs)
    for number in kept:
        if number not in useful:
            yield f"call {number + 1} is unused: neither a later call nor the answer depends on it"


def _late(
    steps: tuple[tuple[int, ...], ...], needs: tuple[Need, ...], alike: list[frozenset[int]]
) -> Iterator[str]:
    """Yield calls that could be made earlier, unless they share a step with like calls."""
    step_of = _step_of(steps)
    earliest = _step_of(layer_calls(sorted(step_of), needs))
    together = _step_of(layer_calls(sorted(step_of), needs, alike))
    for number in sorted(step_of):
        if step_of[number] > max(earliest[number], together[number]):
            yield f"call {number + 1} can move to step {earliest[number] + 1}: all it needs comes before"


def _step_of(steps: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    return {number: index for index, step in enumerate(steps) for number in step}
