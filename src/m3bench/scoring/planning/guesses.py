"""Guessed inputs: values that the reference takes from a result, and the attempt from nowhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import msgspec

from m3bench.scoring.planning.plan_facts import PlanFacts
from m3bench.scoring.provenance import Origin, Searcher, Traced, value_key


class Guess(msgspec.Struct, frozen=True, kw_only=True):
    """An argument value without a source, in the place of a value from a result."""

    call: int
    """The call of the attempt."""
    expected_call: int
    path: str
    """The argument."""
    value: str | int | float
    source: int
    """The call of the reference whose result states the value."""
    was_known: bool
    """Whether the attempt had that result when it made the call."""


def guesses(facts: PlanFacts) -> Iterator[Guess]:
    """Yield the guessed inputs of all calls that do what a call of the reference does."""
    invented: dict[int, list[Traced]] = defaultdict(list)
    for value in facts.provenance.values:
        if value.origin is Origin.INVENTED:
            invented[value.call].append(value)
    sources = _sources(facts) if invented else {}
    for expected, call in sorted(facts.paired.items()):
        for value in invented.get(call, ()):
            source = sources.get((expected, value.path))
            if source is not None:
                yield Guess(
                    call=call,
                    expected_call=expected,
                    path=value.path,
                    value=value.value,
                    source=source,
                    was_known=_had_result(facts, source, call),
                )


def _had_result(facts: PlanFacts, source: int, call: int) -> bool:
    made = facts.matched.get(source)
    return (
        made is not None
        and facts.step_of[made] < facts.step_of[call]
        and facts.succeeded(made)
        and facts.calls[made].result is not None
    )


def _sources(facts: PlanFacts) -> dict[tuple[int, str], int]:
    """Return the call of the reference that each value of the reference comes from, by call and argument."""
    sources: dict[tuple[int, str], int] = {}
    for value in facts.expected_provenance.values:
        source = value.source if value.origin is Origin.RESULT else None
        if source is None and value.origin is Origin.INVENTED:
            source = _by_fact(facts, value)
            source = _by_own_result(facts, value) if source is None else source
        if source is not None:
            sources[value.call, value.path] = source
    return sources


def _by_fact(facts: PlanFacts, value: Traced) -> int | None:
    """Return the earlier call whose result states a fact with this value."""
    key = value_key(value.value)
    for fact in facts.known:
        if fact.call is None or facts.expected_step_of[fact.call] >= facts.expected_step_of[value.call]:
            continue
        if key in map(value_key, (fact.value, *fact.also)):
            return fact.call
    return None


def _by_own_result(facts: PlanFacts, value: Traced) -> int | None:
    """Return the call that the reference depends on, if the attempt's result of it states the value.

    References are stored without results, but the attempt has its own.
    """
    for edge in facts.edges:
        made = facts.matched.get(edge.source) if edge.target == value.call else None
        result = None if made is None else facts.calls[made].result
        if result is not None and Searcher.of_result(result).holds(value.value):
            return edge.source
    return None
