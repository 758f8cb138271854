"""Dependencies between calls, and whether the order of steps respects them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

import msgspec

from m3bench.core import Edge, Reference
from m3bench.scoring import Link


def with_edges(reference: Reference, links: Iterable[Link]) -> Reference:
    """Return the reference with explicit dependencies: its own, or else those of the links.

    Edges that do not join two calls are left out.
    """
    calls = reference.call_count
    stated = reference.edges or _edges(links)
    edges = in_order({edge for edge in stated if _joins_two(edge, calls)})
    return msgspec.structs.replace(reference, edges=edges)


def update_edges(
    after: Reference, call: int, links: Iterable[Link], before: Iterable[Link] = ()
) -> Reference:
    """Return the reference with updated dependencies of a changed call, in both directions.

    A dependency that the values showed before and no longer show is removed. One that they never showed is
    kept, because the file or a person stated it. Later calls that used the result of the changed call keep
    their dependency, because its new result is unknown.
    """
    now, earlier = _touching(call, links), _touching(call, before)
    denied = {link for link in earlier if link.source != call or link.kind == "file"}
    edges = (set(after.edges) - (_edges(denied) - _edges(now))) | (_edges(now) - _edges(earlier))
    return msgspec.structs.replace(after, edges=in_order(edges))


def _touching(call: int, links: Iterable[Link]) -> set[Link]:
    return {link for link in links if call in (link.source, link.target)}


def _edges(links: Iterable[Link]) -> set[Edge]:
    return {Edge(link.source, link.target) for link in links}


def in_order(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """Return edges by source and target."""
    return tuple(sorted(edges, key=lambda edge: (edge.source, edge.target)))


def misplaced_edges(layout: Sequence[Iterable[int]], edges: Iterable[Edge]) -> list[Edge]:
    """Return the edges whose source is not in an earlier step than their target."""
    step_of = {call: index for index, step in enumerate(layout) for call in step}
    both_there = [edge for edge in edges if edge.source in step_of and edge.target in step_of]
    return [edge for edge in both_there if step_of[edge.source] >= step_of[edge.target]]


def step_layout(reference: Reference) -> list[list[int]]:
    """Return the numbers of the calls by step, counted over all steps from 0."""
    numbers = count()
    return [[next(numbers) for _ in step.calls] for step in reference.steps]


def problems(reference: Reference) -> list[str]:
    """Return the errors of a reference, one sentence each."""
    names = [call.name for _, call in reference.calls()]
    invalid = [edge for edge in reference.edges if not _joins_two(edge, len(names))]
    joining = [edge for edge in reference.edges if edge not in invalid]
    return [
        *(
            f"A dependency of call {edge.target + 1} on call {edge.source + 1} does not join two calls."
            for edge in invalid
        ),
        *(sentence(edge, names) for edge in misplaced_edges(step_layout(reference), joining)),
        *([] if names else ["The reference has no calls."]),
    ]


def sentence(edge: Edge, names: Sequence[str]) -> str:
    return (
        f"Call {edge.target + 1} ({names[edge.target]}) needs what call {edge.source + 1} "
        f"({names[edge.source]}) returns, so it has to be in a later step."
    )


def _joins_two(edge: Edge, calls: int) -> bool:
    return edge.source != edge.target and 0 <= edge.source < calls and 0 <= edge.target < calls
