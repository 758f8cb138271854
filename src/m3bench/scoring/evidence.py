"""Evidence recall and grounded answers: whether an attempt saw what its answer says.

A result is evidence only for what it adds: a value from the call's own arguments is an echo.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.core import ANSWERED_AFTER, Call, Fact, Task, Trajectory, canonical_json, parsed_arguments
from m3bench.scoring.provenance import ValueIndex, folded_result, says


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
    found = [_against(prediction, task, reference.facts, pictures) for reference in task.references]
    return max(found, key=_rank, default=EvidenceScore(recall=None))


def _rank(found: EvidenceScore) -> tuple[int, float]:
    return -len(found.ungrounded), found.recall if found.recall is not None else 1.0


def _against(prediction: Trajectory, task: Task, facts: Sequence[Fact], pictures: bool) -> EvidenceScore:
    needed = [fact for fact in facts if fact.field is not None]
    results = _Results(prediction, needed)
    seen = {fact.value: results.adds(fact) for fact in needed}
    of_results = {fact.value: fact for fact in needed if fact.call is not None}
    missing = [fact for value, fact in of_results.items() if not seen[value]]
    request = _folded(prediction.request or task.request or "")
    return EvidenceScore(
        recall=1 - len(missing) / len(of_results) if of_results else None,
        missing=tuple(missing),
        ungrounded=tuple(
            fact
            for fact in needed
            if not seen[fact.value] and not (fact.picture and pictures) and not _stands(request, fact)
        ),
    )


class _Results:
    """The results of an attempt, and the arguments of its calls."""

    def __init__(self, prediction: Trajectory, facts: Sequence[Fact]) -> None:
        values = [value for fact in facts for value in _spellings(fact)]
        known = prediction.extra.get(ANSWERED_AFTER, len(prediction.steps))
        answered = {
            index: call
            for index, (step, call) in enumerate(prediction.calls())
            if _has_result(call) and step < known
        }
        results = {place: folded_result(call.result) for place, call in answered.items() if call.result}
        self._results = ValueIndex(results, values)
        self._given = ValueIndex({place: folded_arguments(call) for place, call in answered.items()}, values)

    def adds(self, fact: Fact) -> bool:
        """Return whether a result adds the fact to the arguments of its call."""
        spellings = _spellings(fact)
        given = frozenset[int]().union(*map(self._given.holders, spellings))
        return bool(frozenset[int]().union(*map(self._results.holders, spellings)) - given)


def _spellings(fact: Fact) -> tuple[str | int | float, ...]:
    return (fact.value, *fact.also)


def _has_result(call: Call) -> bool:
    return call.result is not None and (call.outcome is None or call.outcome.executed)


def folded_arguments(call: Call) -> str:
    """Return the arguments of a call, folded for `says`."""
    arguments = parsed_arguments(call.arguments)
    try:
        return _folded(arguments if isinstance(arguments, str) else canonical_json(arguments))
    except (TypeError, ValueError, RecursionError):
        return ""


def _stands(text: str, fact: Fact) -> bool:
    return any(says(text, value) for value in _spellings(fact))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
