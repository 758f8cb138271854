"""Pairs of unmatched calls: of the same tool, or of different tools."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from m3bench.core import Call
from m3bench.scoring.provenance import value_keys

Numbered = Mapping[int, Call]
"""Calls by their number."""
Pairs = dict[int, int]
"""Maps a call of the reference to a call of the attempt."""


def pairs_of_one_tool(missed: Numbered, spare: Numbered) -> Pairs:
    """Pair unmatched calls of the same tool in order: the same operation on something else."""
    waiting: dict[str, list[int]] = defaultdict(list)
    for number in sorted(spare, reverse=True):
        waiting[spare[number].name].append(number)
    return {
        number: waiting[missed[number].name].pop()
        for number in sorted(missed)
        if waiting.get(missed[number].name)
    }


def pairs_across_tools(missed: Numbered, spare: Numbered) -> Pairs:
    """Pair calls of different tools with the same values: one replaces the other.

    Calls with more common values come first, then those of the same server, then earlier ones. Calls without
    a common value are not paired.
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


def repeated_calls(calls: Sequence[Call], keys: Sequence[tuple[str, str]]) -> set[int]:
    """Return the calls that exactly repeat an earlier call whose outcome was up to the agent."""
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
