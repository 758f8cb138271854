"""Sequencing: calls that were made before what they need."""

from __future__ import annotations

from collections.abc import Iterator

from m3bench.scoring.planning.guesses import guesses
from m3bench.scoring.planning.plan_facts import PlanFacts
from m3bench.scoring.planning.records import Planning, PlanningFailure
from m3bench.scoring.structure import dependency_violations


def sequencing(facts: PlanFacts) -> Iterator[PlanningFailure]:
    """Yield each call that ran before a call it needs, or with a guess in place of its result."""
    reported: set[int] = set()
    for edge in dependency_violations(facts.edges, facts.matched, facts.steps):
        call, needed = facts.matched[edge.target], facts.matched[edge.source]
        if call not in reported:
            reported.add(call)
            yield PlanningFailure(
                failure=Planning.SEQUENCING,
                calls=(needed, call),
                expected_calls=(edge.source, edge.target),
                detail=f"call {call + 1} ({facts.calls[call].name}) needs call {needed + 1} "
                f"({facts.calls[needed].name}), but was not made after it",
            )
    for guess in guesses(facts):
        if not guess.was_known and guess.call not in reported:
            reported.add(guess.call)
            yield PlanningFailure(
                failure=Planning.SEQUENCING,
                calls=(guess.call,),
                expected_calls=(guess.source, guess.expected_call),
                detail=f"{guess.path} of call {guess.call + 1} ({facts.calls[guess.call].name}) was guessed "
                f"before {facts.expected[guess.source].name} had been asked",
            )
