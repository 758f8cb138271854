"""Decomposition: parts of the task for which no call was made."""

from __future__ import annotations

from collections.abc import Iterator, Set

from m3bench.core import Edge
from m3bench.core.text import join
from m3bench.scoring.planning.branches import calls_of
from m3bench.scoring.planning.plan_facts import PlanFacts
from m3bench.scoring.planning.records import Planning, PlanningFailure


def decomposition(facts: PlanFacts) -> Iterator[PlanningFailure]:
    """Yield a failure for each part of the reference without any call.

    A part is a set of calls of the reference that depend on each other, for none of which a call was made:
    neither of the same tool, nor of another one with some of the same values.
    """
    made = {**facts.paired, **facts.replaced}
    decided = {
        number
        for condition in facts.conditions
        for number in calls_of(condition.taken, condition.other, facts.expected)
    }
    missing = frozenset(range(len(facts.expected))) - made.keys() - decided
    for part in parts(missing, facts.edges):
        names = dict.fromkeys(facts.expected[number].name for number in part)
        yield PlanningFailure(
            failure=Planning.DECOMPOSITION,
            expected_calls=part,
            detail=f"no call for {join(tuple(names))}",
        )


def parts(calls: Set[int], edges: tuple[Edge, ...]) -> list[tuple[int, ...]]:
    """Split calls into those that depend on each other, directly or over other ones of them."""
    part_of = {number: {number} for number in sorted(calls)}
    for edge in edges:
        if edge.source in part_of and edge.target in part_of:
            both = part_of[edge.source] | part_of[edge.target]
            for number in both:
                part_of[number] = both
    return sorted({tuple(sorted(part)) for part in part_of.values()})
