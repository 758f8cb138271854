"""Which calls need which, and whether the order of the steps keeps to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from m3bench.core import Edge, Reference
from m3bench.scoring import Link


def with_edges(reference: Reference, found: Iterable[Link]) -> Reference:
    """The reference with its dependencies written down: those it states, or else those that were found.

    Edges that name no two calls of it are left out.
    """
    count = reference.call_count
    stated = reference.edges or _edges(found)
    return _with(reference, {edge for edge in stated if _joins_two(edge, count)})


def retraced(after: Reference, call: int, found: Iterable[Link], before: Iterable[Link] = ()) -> Reference:
    """The reference once more with what its changed call needs, and with what needs it, as values show it.

    A dependency that values showed before and show no longer is gone; one that they never showed stays, for
    the file or a person stated it. That another call passes on what the changed one brought is not known of
    its new form, and so not denied.
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


def misplaced(layout: Sequence[Iterable[int]], edges: Iterable[Edge]) -> list[Edge]:
    """The edges whose source does not stand in an earlier step than their target."""
    step_of = {call: index for index, step in enumerate(layout) for call in step}
    both_there = [edge for edge in edges if edge.source in step_of and edge.target in step_of]
    return [edge for edge in both_there if step_of[edge.source] >= step_of[edge.target]]


def layout_of(reference: Reference) -> list[list[int]]:
    """The numbers of the calls, counted through all steps from 0, step by step."""
    layout: list[list[int]] = []
    first = 0
    for step in reference.steps:
        layout.append(list(range(first, first + len(step.calls))))
        first += len(step.calls)
    return layout


def problems(reference: Reference) -> list[str]:
    """Why a reference cannot be right as it stands, one sentence each."""
    count = reference.call_count
    odd = [edge for edge in reference.edges if not _joins_two(edge, count)]
    found = [
        f"A dependency of call {edge.target + 1} on call {edge.source + 1} joins no two of its calls."
        for edge in odd
    ]
    names = [call.name for _, call in reference.calls()]
    joining = [edge for edge in reference.edges if edge not in odd]
    found += [sentence(edge, names) for edge in misplaced(layout_of(reference), joining)]
    if not names:
        found.append("It has no call.")
    return found


def sentence(edge: Edge, names: Sequence[str]) -> str:
    return (
        f"Call {edge.target + 1} ({names[edge.target]}) needs what call {edge.source + 1} "
        f"({names[edge.source]}) brings, so it has to stand in a later step."
    )


def _joins_two(edge: Edge, count: int) -> bool:
    return edge.source != edge.target and 0 <= edge.source < count and 0 <= edge.target < count
