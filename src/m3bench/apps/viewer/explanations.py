"""Explanations of scores, computed on request and cached."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from math import fsum
from typing import Any

from m3bench.apps.viewer.facts import Facts
from m3bench.apps.viewer.growing_file import Deadline
from m3bench.apps.viewer.index import Row, RunIndex
from m3bench.apps.viewer.values import View, attributes, one_line
from m3bench.core import Task, Trajectory, canonical_json
from m3bench.scoring import (
    METRICS,
    ComparedCalls,
    Explanation,
    Match,
    Origin,
    Scorer,
    TaskScore,
    Unmatched,
    explain,
    trace,
)

_MAX_CACHED = 256
_MOST_VALUES = 5_000
_MOST_PAIRS = 500
_LONGEST_VALUE = 200

Place = tuple[str, str, int]


class Explainer:
    """Scores one attempt at a time with one scorer, because the encoder already uses all cores."""

    def __init__(self, make_scorer: Callable[[], Scorer]) -> None:
        self._make_scorer = make_scorer
        self._lock = threading.Lock()
        self._explained: dict[Place, View] = {}
        self._scores: dict[Place, View] = {}

    def explanation(self, run: RunIndex, facts: Facts) -> View:
        """Return the matches, the unmatched calls, and what each metric lost."""
        key = _place(run, facts)
        with self._lock:
            if key not in self._explained:
                self._explained[key] = self._explain(run, facts)
            if len(self._explained) > _MAX_CACHED:
                del self._explained[next(iter(self._explained))]
            return self._explained[key]

    def scores(self, run: RunIndex, rows: Iterable[Row], done: Deadline) -> View:
        """Return the scores that can be computed before the deadline, and how many rows are left."""
        scores: list[View] = []
        left = 0
        for facts in (row.facts for row in rows if row.facts is not None):
            if _place(run, facts) not in self._scores and done():
                left += 1
            else:
                key = facts.key
                scores.append({"task": key.task_id, "epoch": key.epoch, **self._score(run, facts)})
        return {"scores": scores, "left": left}

    def _score(self, run: RunIndex, facts: Facts) -> View:
        key = _place(run, facts)
        with self._lock:
            if key not in self._scores:
                trajectory, task = run.record(facts).trajectory, run.task(facts.key.task_id)
                score = self._scorer.score(trajectory, task) if task.references else None
                self._scores[key] = {"average": score and score.metrics.average}
            return self._scores[key]

    def _explain(self, run: RunIndex, facts: Facts) -> View:
        task = run.task(facts.key.task_id)
        if not task.references:
            return {"problem": "The task has no reference to score against."}
        return _explanation_view(explain(self._scorer, run.record(facts).trajectory, task), self._scorer)

    @cached_property
    def _scorer(self) -> Scorer:
        return self._make_scorer()


def origins_view(trajectory: Trajectory, task: Task) -> View:
    """Return the origins of argument values, and the links between calls."""
    traced = trace(trajectory.steps, trajectory.request or task.request)
    return {
        "links": [attributes(link, "source", "target", "kind") for link in traced.links],
        "values": [
            {
                **attributes(value, "call", "source"),
                "path": one_line(value.path, _LONGEST_VALUE),
                "value": one_line(str(value.value), _LONGEST_VALUE),
                "origin": value.origin.value,
            }
            for value in traced.values[:_MOST_VALUES]
        ],
        "shares": {origin.value: traced.share(origin) for origin in Origin},
        "trivial": traced.trivial,
    }


def _place(run: RunIndex, facts: Facts) -> Place:
    return run.name, run.version.partition("-")[0], facts.place


def _explanation_view(explanation: Explanation, scorer: Scorer) -> View:
    score, profile = explanation.score, scorer.profile
    raised: Mapping[str, tuple[str, ...]] = gains(score, profile.strong)
    return {
        "profile": profile.name,
        **attributes(profile, "weak", "strong"),
        "encoder": f"{scorer.encoder.name} ({scorer.encoder.fingerprint[:12]})",
        "average": score.metrics.average,
        "reference": score.reference,
        "reference_name": score.reference_name or "",
        "reference_count": score.reference_count,
        "notes": list(score.notes),
        "metrics": [
            {
                "name": reason.metric,
                "value": reason.value,
                "lost": list(reason.losses),
                "won": list(raised[reason.metric]),
            }
            for reason in sorted(explanation.reasons, key=lambda reason: METRICS.index(reason.metric))
        ],
        "matches": [
            {
                "reference": match.reference_call,
                "prediction": match.prediction_call,
                "similarity": match.similarity,
                "strong": match.similarity >= profile.strong,
            }
            for match in score.matches
        ],
        "fields": [_fields_view(pair) for pair in explanation.compared[:_MOST_PAIRS]],
        "alone_reference": _unmatched_view(explanation.unmatched_reference),
        "alone_prediction": _unmatched_view(explanation.unmatched_prediction),
    }


def _fields_view(pair: ComparedCalls) -> View:
    return {
        "reference": pair.reference_call,
        "prediction": pair.prediction_call,
        **attributes(pair, "similarity", "matched", "by_facts"),
        "fields": [
            {
                "name": one_line(field.name, _LONGEST_VALUE),
                **attributes(field, "kind", "role", "weight", "similarity", "forbids"),
                "reference": _value(field.reference) if field.in_reference else None,
                "prediction": _value(field.prediction) if field.in_prediction else None,
            }
            for field in pair.fields
        ],
    }


def _value(value: Any) -> str:
    return one_line(canonical_json(value), _LONGEST_VALUE)


def _unmatched_view(calls: Iterable[Unmatched]) -> list[View]:
    return [attributes(call, "call", "reason") for call in calls]


_MOST_MATCHES = 400
"""With more matches, pairs are not counted."""


def gains(score: TaskScore, strong: float) -> dict[str, tuple[str, ...]]:
    """Return phrases by metric. A metric that nothing raised has none."""
    matches = score.matches
    return {
        "recall": _part(len(matches), score.reference_calls, "reference call", "found a match"),
        "precision": _part(len(matches), score.prediction_calls, "predicted call", "found a match"),
        "argument_similarity": _alike(matches, strong),
        "step_coherence": _whole(
            ((match.reference_step, match.prediction_step) for match in matches),
            "reference step",
            "kept together",
        ),
        "order_consistency": _in_order(matches),
        "merge_purity": _whole(
            ((match.prediction_step, match.reference_step) for match in matches),
            "predicted step",
            "of one reference step only",
        ),
    }


def _part(count: int, whole: int, noun: str, verb: str) -> tuple[str, ...]:
    return (f"{count} of {_counted(whole, noun)} {verb}",) if count else ()


def _alike(matches: Sequence[Match], strong: float) -> tuple[str, ...]:
    similarities = [match.similarity for match in matches if match.similarity >= strong]
    if not similarities:
        return ()
    equal = sum(similarity >= 1 for similarity in similarities)
    same = f", {equal} of them the same" if equal else ""
    strong_ones, mean = _counted(len(similarities), "strong match"), fsum(similarities) / len(similarities)
    return (f"{strong_ones}, {mean:.3f} alike on average{same}",)


def _whole(pairs: Iterable[tuple[int, int]], noun: str, what: str) -> tuple[str, ...]:
    steps: dict[int, set[int]] = defaultdict(set)
    for step, other in pairs:
        steps[step].add(other)
    return _part(sum(len(others) == 1 for others in steps.values()), len(steps), noun, what)


def _in_order(matches: Sequence[Match]) -> tuple[str, ...]:
    if len(matches) > _MOST_MATCHES:
        return ()
    apart = [
        (first.reference_step - second.reference_step) * (first.prediction_step - second.prediction_step)
        for first, second in combinations(matches, 2)
        if first.reference_step != second.reference_step
    ]
    return _part(
        sum(product > 0 for product in apart), len(apart), "pair", "of matches in the reference's order"
    )


def _counted(count: int, noun: str) -> str:
    plural = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{count} {noun if count == 1 else plural}"
