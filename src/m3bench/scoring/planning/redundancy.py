"""Redundancy: identical calls whose result was already there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from m3bench.scoring.match import call_key
from m3bench.scoring.planning.plan_facts import PlanFacts
from m3bench.scoring.planning.records import Planning, PlanningFailure
from m3bench.scoring.taxonomy import makes


def redundancy(facts: PlanFacts) -> Iterator[PlanningFailure]:
    """Yield a failure for each call that repeats a successful one, with nothing made in between.

    As many repetitions as the reference has are allowed, for instance to wait for something.
    """
    allowed = Counter(map(call_key, facts.expected))
    made: Counter[tuple[str, str]] = Counter()
    since: dict[tuple[str, str], int] = {}
    """The first call of each kind since something was made."""
    for number, (call, key) in enumerate(zip(facts.calls, facts.keys, strict=True)):
        if key in since and made[key] >= allowed[key]:
            yield PlanningFailure(
                failure=Planning.REDUNDANCY,
                calls=(since[key], number),
                detail=f"call {number + 1} ({call.name}) repeats call {since[key] + 1}",
            )
        if facts.succeeded(number):
            made[key] += 1
            if makes(call, facts.tools) and key not in since:
                since.clear()
            since.setdefault(key, number)
