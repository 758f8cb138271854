"""Conditional logic: the branch that the data demands, and the branch taken."""

from __future__ import annotations

from collections.abc import Iterator

from m3bench.scoring.planning.branches import calls_of
from m3bench.scoring.planning.plan_facts import PlanFacts
from m3bench.scoring.planning.records import Planning, PlanningFailure


def conditional_logic(facts: PlanFacts) -> Iterator[PlanningFailure]:
    """Yield a failure for each condition whose other branch was taken, alone or as well, or none at all."""
    for condition in facts.conditions:
        right = calls_of(condition.taken, condition.other, facts.calls)
        wrong = calls_of(condition.other, condition.taken, facts.calls)
        if wrong:
            how = "both branches were taken" if right else "the wrong branch was taken"
        elif condition.taken and not right:
            how = "no branch was taken"
        else:
            continue
        yield PlanningFailure(
            failure=Planning.CONDITIONAL_LOGIC,
            calls=wrong,
            expected_calls=calls_of(condition.taken, condition.other, facts.expected),
            detail=f"{how}: {condition.condition}",
        )
