"""Whether the way that a judge proposes holds: nothing needed left out, nothing dependent merged."""

from __future__ import annotations

from collections.abc import Iterator

from m3bench.forge.references.consolidating import Plan, layered
from m3bench.forge.references.judging import Proposal
from m3bench.forge.references.needs import CallGraph, Kind, Need, names_file
from m3bench.forge.references.using import alike_families, closure, used


def checked_proposal(proposal: Proposal, graph: CallGraph) -> tuple[Plan | None, tuple[str, ...]]:
    """The proposal as a plan over the web; or what is wrong with it."""
    misnamed = tuple(_misnamed(proposal, len(graph.actions)))
    if misnamed:
        return None, misnamed
    steps = tuple(tuple(number - 1 for number in step) for step in proposal.steps)
    kept = sorted(place for step in steps for place in step)
    again = graph.among(kept)
    needs = _needs(proposal, again, kept, _step_of(steps))
    problems = (
        *_left_out(graph, again, kept),
        *_dependent(steps, needs),
        *_idle(proposal, again, kept, needs),
        *_late(
            steps, needs, [frozenset(kept[place] for place in family) for family in alike_families(again)]
        ),
    )
    return (None, problems) if problems else (Plan(steps, needs), ())


def _misnamed(proposal: Proposal, count: int) -> Iterator[str]:
    listed = [number for step in proposal.steps for number in step]
    if not listed or not all(proposal.steps):
        yield "there is a step without calls"
    if len(set(listed)) < len(listed):
        yield "a call stands in it twice"
    named = [*listed, *(number for need in proposal.needs for number in (need.call, need.of))]
    named += [use.call for use in proposal.used]
    unknown = sorted({number for number in named if not 1 <= number <= count})
    if unknown:
        yield f"there is no call {unknown[0]}"
    kept = set(listed)
    for need in proposal.needs:
        if need.of >= need.call:
            yield f"call {need.call} cannot need call {need.of}, which came no earlier"
        elif not {need.call, need.of} <= kept:
            yield f"call {need.call} needs call {need.of}, and one of them is left out"


def _needs(
    proposal: Proposal, again: CallGraph, kept: list[int], step_of: dict[int, int]
) -> tuple[Need, ...]:
    """What is certain among the kept calls, what the judge says, and of our assumptions those it shares."""
    placed = [Need(kept[need.source], kept[need.target], need.kind, need.what) for need in again.needs]
    shared = [need for need in placed if need.kind.certain or step_of[need.source] < step_of[need.target]]
    told = [Need(each.of - 1, each.call - 1, Kind.TOLD, each.why) for each in proposal.needs]
    return tuple(sorted({*shared, *told}))


def _left_out(graph: CallGraph, again: CallGraph, kept: list[int]) -> Iterator[str]:
    """Values that nothing gives any more, and files that are no longer written."""
    for index, place in enumerate(kept):
        before = {value.text for value in graph.passed[place].all if value.known}
        now = {value.text for value in again.passed[index].all if value.known}
        for text in sorted(before - now):
            yield f"call {place + 1} passes on {text!r}, and what brought that is left out"
    for place, action in enumerate(graph.actions):
        for path in sorted(action.wrote if place not in kept else ()):
            # One that writes the same file changed nothing when it was there already; the proof will tell.
            if "." in path and not any(names_file(call, path) for call in again.calls):
                yield f"call {place + 1} is left out, which writes {path}"


def _dependent(steps: tuple[tuple[int, ...], ...], needs: tuple[Need, ...]) -> Iterator[str]:
    step_of = _step_of(steps)
    for need in needs:
        if step_of[need.source] >= step_of[need.target]:
            yield (
                f"call {need.target + 1} is not in a later step than call {need.source + 1}, "
                f"which it needs: {need.kind} {need.what}"
            )


def _idle(proposal: Proposal, again: CallGraph, kept: list[int], needs: tuple[Need, ...]) -> Iterator[str]:
    ends = {kept[index] for index in used(again)} | {use.call - 1 for use in proposal.used}
    useful = closure(ends, needs)
    for place in kept:
        if place not in useful:
            yield f"nothing uses call {place + 1}, and the answer does not rest on it"


def _late(
    steps: tuple[tuple[int, ...], ...], needs: tuple[Need, ...], alike: list[frozenset[int]]
) -> Iterator[str]:
    """Calls that nothing keeps where they are, not even that calls like them are made there."""
    step_of = _step_of(steps)
    earliest = _step_of(layered(sorted(step_of), needs))
    together = _step_of(layered(sorted(step_of), needs, alike))
    for place in sorted(step_of):
        if step_of[place] > max(earliest[place], together[place]):
            yield f"call {place + 1} can be made in step {earliest[place] + 1}: nothing it needs comes later"


def _step_of(steps: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    return {place: index for index, step in enumerate(steps) for place in step}
