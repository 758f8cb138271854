"""Parallelisation: independent calls that were made one after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from m3bench.scoring.planning.plan_facts import PlanFacts, was_refused
from m3bench.scoring.planning.records import Planning, PlanningFailure


def parallelisation(facts: PlanFacts) -> Iterator[PlanningFailure]:
    """Yield a failure for each step of the reference whose calls were spread over several steps for nothing.

    A call is late for nothing if all results that it uses were there before the first call of its group.
    """
    groups: dict[int, list[int]] = defaultdict(list)
    for expected in sorted(facts.matched):
        groups[facts.expected_step_of[expected]].append(expected)
    for members in groups.values():
        late = late_calls(facts, [facts.matched[number] for number in members])
        if late:
            calls = tuple(sorted(facts.matched[number] for number in members))
            numbers = ", ".join(str(call + 1) for call in late)
            yield PlanningFailure(
                failure=Planning.PARALLELISATION,
                calls=calls,
                expected_calls=tuple(members),
                detail=f"{'calls' if len(late) > 1 else 'call'} {numbers} could have been made together with "
                f"call {_first(facts, calls) + 1}",
            )


def late_calls(facts: PlanFacts, calls: Sequence[int]) -> list[int]:
    """Return those of some independent calls that could have been made in the step of the first one."""
    first = min(_first_try(facts, call) for call in calls)
    return sorted(
        call
        for call in calls
        if _first_try(facts, call) > first
        and all(facts.step_of[source] < first for source in facts.inputs.get(call, ()))
    )


def _first(facts: PlanFacts, calls: Sequence[int]) -> int:
    return min(calls, key=lambda call: (_first_try(facts, call), call))


def _first_try(facts: PlanFacts, call: int) -> int:
    """Return the step of the first try: an unmatched call that is the same, or failed with the same tool."""
    taken = set(facts.matched.values())
    tries = [
        number
        for number in range(call)
        if number not in taken
        and (
            facts.keys[number] == facts.keys[call]
            or (facts.calls[number].name == facts.calls[call].name and was_refused(facts.calls[number]))
        )
    ]
    return facts.step_of[min(tries, default=call)]
