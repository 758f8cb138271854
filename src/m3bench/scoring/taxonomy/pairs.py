"""Which call of an attempt stands where the reference has another, or one of another tool."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from m3bench.core import Call
from m3bench.scoring.provenance import value_keys

Numbered = Mapping[int, Call]
"""Calls by their number."""
Pairs = dict[int, int]
"""From a call of the reference to one of the attempt."""


def pairs_of_one_tool(missed: Numbered, spare: Numbered) -> Pairs:
    """The unmatched calls of a tool on both sides, in their order: the same was done to something else."""
    waiting: dict[str, list[int]] = defaultdict(list)
    for number in sorted(spare, reverse=True):
        waiting[spare[number].name].append(number)
    return {
        number: waiting[missed[number].name].pop()
        for number in sorted(missed)
        if waiting.get(missed[number].name)
    }


def pairs_across_tools(missed: Numbered, spare: Numbered) -> Pairs:
    """Calls of different tools that were given the same: one stands in the place of the other.

    Those that share more of their values come first, then those of one server, then earlier ones. Calls that
    share no value say nothing about each other, and stay alone.
    """
    given = {number: value_keys(call) for number, call in spare.items()}
    wanted = {number: value_keys(call) for number, call in missed.items()}
    likely = sorted(
        (-_overlap(wanted[one], given[other]), missed[one].server != spare[other].server, one, other)
        for one in missed
        for other in spare
        if missed[one].name != spare[other].name and wanted[one] & given[other]
    )
    pairs: Pairs = {}
    taken: set[int] = set()
    for _, _, one, other in likely:
        if one not in pairs and other not in taken:
            pairs[one] = other
            taken.add(other)
    return pairs


def _overlap(one: frozenset[object], other: frozenset[object]) -> float:
    return len(one & other) / len(one | other)


def repeated(calls: Sequence[Call], keys: Sequence[tuple[str, str]]) -> set[int]:
    """The calls that are exactly like an earlier one that ended by what the agent did."""
    done: set[tuple[str, str]] = set()
    found = set()
    for number, key in enumerate(keys):
        if key in done:
            found.add(number)
        if _is_the_agents(calls[number]):
            done.add(key)
    return found


def _is_the_agents(call: Call) -> bool:
    return call.outcome is None or call.outcome.executed or call.outcome.blames_agent
