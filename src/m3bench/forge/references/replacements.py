"""Calls that were replaced: with another tool, or with more arguments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from m3bench.core import canonical_json, parsed_arguments
from m3bench.forge.references.graph import CallGraph, siblings
from m3bench.forge.references.relevance import asked_by_name, refined_calls, stated_values

_CHANCE = 0.2


def replaced_calls(graph: CallGraph) -> dict[int, int]:
    """Return calls that others replace, by the replacing call.

    The replacement is the same tool with further arguments, or another tool with the same arguments, if no
    part of the answer comes from the first alone. Calls that write, that the request names, or that are the
    only source of a value are never replaced.
    """
    only = _only_sources(graph)
    refined = {call: better for call, better in refined_calls(graph.calls).items() if call not in only}
    safe = only | asked_by_name(graph) | {index for index, action in enumerate(graph.actions) if action.wrote}
    families = siblings(graph.calls)
    paired = {call for pair in _pairs(graph) for call in pair}
    # Calls that did the same to other things were correct, so this one is too.
    safe |= {call for call in paired if families[call] - paired - refined.keys()}
    twins = _twins(graph, safe, refined)
    return refined | {
        call: better for call, better in twins.items() if families[call] <= twins.keys() | refined.keys()
    }


def _twins(graph: CallGraph, safe: set[int], gone: dict[int, int]) -> dict[int, int]:
    stated = [value.sources - gone.keys() for value in stated_values(graph)]
    saying = Counter(source for sources in stated for source in sources)
    support = Counter(source for passed in graph.passed for value in passed.all for source in value.sources)
    twins: dict[int, int] = {}
    for pair in _pairs(graph):
        if {*pair} & {*twins, *gone}:
            continue
        # Of two equal calls, the executor continued with the later one.
        weaker, better = sorted(pair, key=lambda call: (saying[call], support[call], call))
        left = [sources - twins.keys() for sources in stated]
        for loser, winner in ((weaker, better), (better, weaker)):
            if loser not in safe and _adds_nothing(loser, winner, left):
                twins[loser] = winner
                break
    return twins


def _adds_nothing(loser: int, winner: int, stated: Sequence[frozenset[int]]) -> bool:
    """Return whether the winner covers the loser's part of the answer, except for little found elsewhere."""
    shared = [sources for sources in stated if loser in sources]
    more = [sources for sources in shared if winner not in sources]
    return all(sources != {loser} for sources in more) and len(more) <= max(1, _CHANCE * len(shared))


def _pairs(graph: CallGraph) -> Iterator[tuple[int, int]]:
    calls = graph.calls
    keys = [canonical_json(parsed_arguments(call.arguments) or {}) for call in calls]
    for index, key in enumerate(keys):
        for other in range(index + 1, len(calls)):
            if key != "{}" and key == keys[other] and calls[index].name != calls[other].name:
                yield index, other


def _only_sources(graph: CallGraph) -> set[int]:
    """Return the calls that are the only source of a value."""
    return {
        min(value.sources)
        for passed in graph.passed
        for value in passed.values
        if len(value.sources) == 1 and not value.given
    }
