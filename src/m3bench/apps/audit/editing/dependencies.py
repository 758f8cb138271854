"""Dependencies between calls, and whether the order of steps respects them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from m3bench.core import Edge, Reference
from m3bench.scoring import Link


def with_edges(reference: Reference, found: Iterable[Link]) -> Reference:
    """Return the reference with explicit dependencies: its own, or else those of the links.

    Edges that do not join two calls are left out.
    """
    count = reference.call_count
    stated = reference.edges or _edges(found)
    return _with(reference, {edge for edge in stated if _joins_two(edge, count)})


def update_edges(
    after: Reference, call: int, found: Iterable[Link], before: Iterable[Link] = ()
) -> Reference:
    """Return the reference with updated dependencies of a changed call, in both directions.

    A dependency that the values showed before and no longer show is removed. One that they never showed is
    kept, because the file or a person stated it. Later calls that used the result of the changed call keep
    their dependency, because its new result is unknown.
    """
    now, earlier = _touching(call, found), _touching(call, before)
    denied = {link for link in earlier if link.source != call or link.kind == "file"}
    return _with(after, (set(after.edges) - (_edges(denied) - _edges(now))) | (_edges(now) - _edges(earlier)))


def _touching(call: int, links: Iterable[Link]) -> set[Link]:
    return {link for link in links if call in (link.source, link.target)}


def _edges(links: Iterable[Link]) -> set[Edge]:
    return {Edge(link.source, link.target) for link in links}


def _with(reference: Reference, edges: Iterable[Edge]) -> Reference:
    in_order = sorted(edges, key=lambda edge: (edge.source, edge.target))
    return msgspec.structs.replace(reference, edges=tuple(in_order))


def misplaced_edges(layout: Sequence[Iterable[int]], edges: Iterable[Edge]) -> list[Edge]:
    """Return the edges whose source is not in an earlier step than their target."""
    step_of = {call: index for index, step in enumerate(layout) for call in step}
    both_there = [edge for edge in edges if edge.source in step_of and edge.target in step_of]
    return [edge for edge in both_there if step_of[edge.source] >= step_of[edge.target]]


def step_layout(reference: Reference) -> list[list[int]]:
    """Return the numbers of the calls by step, counted over all steps from 0."""
    layout: list[list[int]] = []
    first = 0
    for step in reference.steps:
        layout.append(list(range(first, first + len(step.calls))))
        first += len(step.calls)
    return layout


def problems(reference: Reference) -> list[str]:
    """Return the errors of a reference, one sentence each."""
    count = reference.call_count
    invalid = [edge for edge in reference.edges if not _joins_two(edge, count)]
    found = [
        f"A dependency of call {edge.target + 1} on call {edge.source + 1} does not join two calls."
        for edge in invalid
    ]
    names = [call.name for _, call in reference.calls()]
    joining = [edge for edge in reference.edges if edge not in invalid]
    found += [sentence(edge, names) for edge in misplaced_edges(step_layout(reference), joining)]
    if not names:
        found.append("The reference has no calls.")
    return found


def sentence(edge: Edge, names: Sequence[str]) -> str:
    return (
        f"Call {edge.target + 1} ({names[edge.target]}) needs what call {edge.source + 1} "
        f"({names[edge.source]}) returns, so it has to be in a later step."
    )


def _joins_two(edge: Edge, count: int) -> bool:
    return edge.source != edge.target and 0 <= edge.source < count and 0 <= edge.target < count
