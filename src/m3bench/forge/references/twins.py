"""Calls in whose place others were made: with another tool, or more exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from m3bench.core import canonical_json, parsed_arguments
from m3bench.forge.references.needs import CallGraph, siblings
from m3bench.forge.references.using import asked_by_name, refined_calls, told_by

_CHANCE = 0.2


def mistaken(graph: CallGraph) -> dict[int, int]:
    """Calls that others replace, by the call that does so: the same tool with further arguments, or another
    one with the same arguments, where nothing that the answer says is said by the first alone. What writes,
    what the request asks for by its name, and what something is only known from is no mistake."""
    only = _only_sources(graph)
    found = {place: better for place, better in refined_calls(graph.calls).items() if place not in only}
    safe = only | asked_by_name(graph) | {place for place, action in enumerate(graph.actions) if action.wrote}
    families = siblings(graph.calls)
    paired = {place for pair in _pairs(graph) for place in pair}
    # Calls that did the same to other things were right, and so was this one.
    safe |= {place for place in paired if families[place] - paired - found.keys()}
    twins = _twins(graph, safe, found)
    return found | {
        place: better for place, better in twins.items() if families[place] <= twins.keys() | found.keys()
    }


def _twins(graph: CallGraph, safe: set[int], gone: dict[int, int]) -> dict[int, int]:
    told = [value.sources - gone.keys() for value in told_by(graph)]
    saying = Counter(source for sources in told for source in sources)
    support = Counter(source for each in graph.passed for value in each.all for source in value.sources)
    found: dict[int, int] = {}
    for pair in _pairs(graph):
        if {*pair} & {*found, *gone}:
            continue
        # Of two that say the same the later one is what the executor went on with.
        weaker, better = sorted(pair, key=lambda place: (saying[place], support[place], place))
        for loser, winner in ((weaker, better), (better, weaker)):
            if loser not in safe and _adds_nothing(loser, winner, [each - found.keys() for each in told]):
                found[loser] = winner
                break
    return found


def _adds_nothing(loser: int, winner: int, told: Sequence[frozenset[int]]) -> bool:
    """Whether the other says what one call says of the answer, but for little that is said elsewhere too."""
    said = [sources for sources in told if loser in sources]
    more = [sources for sources in said if winner not in sources]
    return all(sources != {loser} for sources in more) and len(more) <= max(1, _CHANCE * len(said))


def _pairs(graph: CallGraph) -> Iterator[tuple[int, int]]:
    calls = graph.calls
    keys = [canonical_json(parsed_arguments(call.arguments) or {}) for call in calls]
    for one, key in enumerate(keys):
        for other in range(one + 1, len(calls)):
            if key != "{}" and key == keys[other] and calls[one].name != calls[other].name:
                yield one, other


def _only_sources(graph: CallGraph) -> set[int]:
    """Calls without which a value that others pass on would come from nowhere."""
    return {
        min(value.sources)
        for each in graph.passed
        for value in each.values
        if len(value.sources) == 1 and not value.given
    }
