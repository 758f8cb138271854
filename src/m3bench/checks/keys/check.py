"""The check of an answer against the task's answer key."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from m3bench.checks.answers import final_answer, with_answers
from m3bench.checks.check import (
    Check,
    CheckUndecided,
    Corruptions,
    Evidence,
    Verdict,
    judge_details,
    judge_words,
)
from m3bench.checks.corruption import other_value
from m3bench.checks.keys.agreement import Agreement
from m3bench.checks.keys.comparison import compare_with_key
from m3bench.checks.reading import shown
from m3bench.core import AnswerKey, KeyMethod, M3BenchError, Task, canonical_json
from m3bench.judges import Case, Judgement, consistency

_LONGEST_KEY = 4_000


class AnswerMatchesKey(Check, frozen=True):
    """Code compares the answer with the key of the task. Where it cannot decide, a judge does.

    It is what decides on a task that has an answer key and no checks.
    """

    kind: ClassVar[str] = "answer"
    about: ClassVar[str] = "gives the answer of the task's key, as code finds, or else a judge"

    def look(self, evidence: Evidence) -> Verdict:
        key = evidence.task.answer_key or AnswerKey()
        answer = final_answer(evidence)
        if key.method is KeyMethod.SCRIPT:
            raise CheckUndecided("the key is compared by a program of the task, which is not here")
        agreed = agreement(evidence.task, answer)
        if agreed.agrees is not None:
            return self.verdict(agreed.agrees, f"the answer {agreed.reason}")
        if key.method is KeyMethod.EQUIVALENCE:
            return self.verdict(False, f"the answer {agreed.reason}")
        return self._judged(evidence, answer, agreed)

    def _judged(self, evidence: Evidence, answer: str, agreed: Agreement) -> Verdict:
        if evidence.see is None:
            raise CheckUndecided(
                f"the answer {agreed.reason}; no judge has compared them; name one with --judge"
            )
        request = evidence.trajectory.request or evidence.task.request or ""
        expected = expected_text(evidence.task)
        case = Case(id=evidence.task.id, request=request, answer=answer, expected=expected)
        return self._decided(evidence.see({}, case))

    def _decided(self, judgement: Judgement) -> Verdict:
        whose = judge_details(judgement)
        score = consistency(judgement)
        if score is None:
            raise CheckUndecided(f"no judgement from {judgement.judge}: {judgement.problem}", **whose)
        says = "agrees" if score >= 1 else "does not agree"
        reason = f"the answer {says} with the key. {judge_words(judgement)}"
        return self.verdict(score >= 1, reason, **whose)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        value = key_values(evidence.task)[0]
        right, wrong = _text(value), _text(other_value(value))
        answers = {
            "no answer": None,
            "no result": "I could not find it.",
            "negated": f"It is not {right}.",
            "left open": f"It is either {right} or {wrong}.",
        }
        if isinstance(value, int | float):
            answers["another value"] = wrong
        return with_answers(evidence, answers)


def has_key(task: Task) -> bool:
    """Return whether a task has an answer key."""
    return bool(key_values(task))


def is_checked(task: Task) -> bool:
    """Return whether attempts at a task can succeed or fail: it has checks or an answer key."""
    return bool(task.checks) or has_key(task)


def key_values(task: Task) -> tuple[Any, ...]:
    """Return the values of a task's key, each of them correct."""
    key = task.answer_key or AnswerKey()
    first = key.value if key.value is not None else (task.answer or "").strip() or None
    return () if first is None else (first, *key.also)


def agreement(task: Task, answer: str) -> Agreement:
    """Compare an answer with all values of the key: one that agrees is enough."""
    values = key_values(task)
    if not values:
        raise M3BenchError("the task has no answer key")
    tolerance = task.answer_key.tolerance if task.answer_key else None
    agreements = [
        compare_with_key(answer, value, request=task.request or "", tolerance=tolerance) for value in values
    ]
    return min(agreements, key=lambda candidate: (True, None, False).index(candidate.agrees))


def expected_text(task: Task) -> str:
    """Return the key as a judge reads it."""
    key = task.answer_key or AnswerKey()
    values = [task.answer] if task.answer and key.value is None else []
    values += [shown(value, _LONGEST_KEY) for value in (key.value, *key.also) if value is not None]
    if task.answer and key.value is not None:
        values.insert(0, task.answer)
    return "\nAlso correct: ".join(values)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, str | int | float) else canonical_json(value)
