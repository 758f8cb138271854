"""Evidence recall and grounded answers: whether an attempt saw what its answer says.

A result is evidence only for what it adds: a value from the call's own arguments is an echo.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from m3bench.core import ANSWERED_AFTER, Call, Fact, Task, Trajectory, canonical_json, parsed_arguments
from m3bench.scoring.provenance import ValueIndex, fold, folded_result, says


class EvidenceScore(msgspec.Struct, frozen=True, kw_only=True):
    """What an attempt saw of the facts behind a correct answer."""

    recall: float | None
    """The share of the reference's facts from results that the attempt's results also contain;
    None if the answer depends on no result."""
    missing: tuple[Fact, ...] = ()
    """Facts of results that no result of the attempt contains."""
    ungrounded: tuple[Fact, ...] = ()
    """Facts in no result, not in the request, and not in a given picture."""


def score_evidence(prediction: Trajectory, task: Task, *, pictures: bool = True) -> EvidenceScore:
    """Measure the evidence of an attempt against the reference that fits it best.

    Args:
        prediction: The attempt.
        task: The task.
        pictures: Whether the agent received the pictures of the task.
    """
    scores = [_against(prediction, task, reference.facts, pictures) for reference in task.references]
    return max(scores, key=_rank, default=EvidenceScore(recall=None))


def _rank(score: EvidenceScore) -> tuple[int, float]:
    return -len(score.ungrounded), score.recall if score.recall is not None else 1.0


def _against(prediction: Trajectory, task: Task, facts: Sequence[Fact], pictures: bool) -> EvidenceScore:
    needed = [fact for fact in facts if fact.field is not None]
    known = prediction.extra.get(ANSWERED_AFTER, len(prediction.steps))
    calls = {number: call for number, (step, call) in enumerate(prediction.calls()) if step < known}
    results = {
        number: folded_result(call.result)
        for number, call in calls.items()
        if call.result is not None and (call.outcome is None or call.outcome.executed)
    }
    seen = {fact.value: bool(numbers) for fact, numbers in adding_calls(needed, calls, results).items()}
    of_results = {fact.value: fact for fact in needed if fact.call is not None}
    missing = [fact for value, fact in of_results.items() if not seen[value]]
    request = fold(prediction.request or task.request or "")
    return EvidenceScore(
        recall=1 - len(missing) / len(of_results) if of_results else None,
        missing=tuple(missing),
        ungrounded=tuple(
            fact
            for fact in needed
            if not seen[fact.value] and not (fact.picture and pictures) and not _stands(request, fact)
        ),
    )


def adding_calls(
    facts: Sequence[Fact], calls: Mapping[int, Call], results: Mapping[int, str]
) -> dict[Fact, frozenset[int]]:
    """Return the calls whose folded result adds a fact to the arguments of the call."""
    values = [value for fact in facts for value in _spellings(fact)]
    stated = ValueIndex(results, values)
    given = ValueIndex({number: folded_arguments(calls[number]) for number in results}, values)

    def holders(index: ValueIndex, fact: Fact) -> frozenset[int]:
        return frozenset[int]().union(*map(index.holders, _spellings(fact)))

    return {fact: holders(stated, fact) - holders(given, fact) for fact in facts}


def _spellings(fact: Fact) -> tuple[str | int | float, ...]:
    return (fact.value, *fact.also)


def folded_arguments(call: Call) -> str:
    """Return the arguments of a call, folded for `says`."""
    arguments = parsed_arguments(call.arguments)
    try:
        return fold(arguments if isinstance(arguments, str) else canonical_json(arguments))
    except (TypeError, ValueError, RecursionError):
        return ""


def _stands(text: str, fact: Fact) -> bool:
    return any(says(text, value) for value in _spellings(fact))
