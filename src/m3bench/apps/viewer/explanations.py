"""Explanations of scores, computed on request and cached."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from m3bench.apps.viewer.facts import Facts
from m3bench.apps.viewer.gains import gains
from m3bench.apps.viewer.growing_file import Deadline
from m3bench.apps.viewer.index import Row, RunIndex
from m3bench.apps.viewer.values import one_line
from m3bench.core import Task, Trajectory, canonical_json
from m3bench.scoring import METRICS, ComparedCalls, Explanation, Origin, Scorer, Unmatched, explain, trace

_MAX_CACHED = 256
_MOST_VALUES = 5_000
_MOST_PAIRS = 500
_LONGEST_VALUE = 200

View = dict[str, Any]
Place = tuple[str, str, int]


class Explainer:
    """Scores one attempt at a time with one scorer, because the encoder already uses all cores."""

    def __init__(self, make_scorer: Callable[[], Scorer]) -> None:
        self._make_scorer = make_scorer
        self._scorer: Scorer | None = None
        self._lock = threading.Lock()
        self._explained: dict[Place, View] = {}
        self._scores: dict[Place, View] = {}

    def explanation(self, run: RunIndex, facts: Facts) -> View:
        """Return the matches, the unmatched calls, and what each metric lost."""
        place = _place(run, facts)
        with self._lock:
            if place not in self._explained:
                self._explained[place] = self._explain(run, facts)
            if len(self._explained) > _MAX_CACHED:
                del self._explained[next(iter(self._explained))]
            return self._explained[place]

    def scores(self, run: RunIndex, rows: Iterable[Row], done: Deadline) -> View:
        """Return the scores that can be computed before the deadline, and how many rows are left."""
        found: list[View] = []
        left = 0
        for row in rows:
            if row.facts is None:
                continue
            place = _place(run, row.facts)
            if place not in self._scores and done():
                left += 1
                continue
            found.append({"task": row.key.task_id, "epoch": row.key.epoch, **self._score(run, row.facts)})
        return {"scores": found, "left": left}

    def _score(self, run: RunIndex, facts: Facts) -> View:
        place = _place(run, facts)
        with self._lock:
            if place not in self._scores:
                trajectory, task = run.record(facts).trajectory, run.task(facts.key.task_id)
                self._scores[place] = self._metrics(trajectory, task)
            return self._scores[place]

    def _metrics(self, trajectory: Trajectory, task: Task) -> View:
        if not task.references:
            return {"average": None}
        return {"average": self._get_scorer().score(trajectory, task).metrics.average}

    def _explain(self, run: RunIndex, facts: Facts) -> View:
        task = run.task(facts.key.task_id)
        if not task.references:
            return {"problem": "The task has no reference to score against."}
        scorer = self._get_scorer()
        found = explain(scorer, run.record(facts).trajectory, task)
        return _explanation_view(found, scorer)

    def _get_scorer(self) -> Scorer:
        if self._scorer is None:
            self._scorer = self._make_scorer()
        return self._scorer


def origins_view(trajectory: Trajectory, task: Task) -> View:
    """Return the origins of argument values, and the links between calls."""
    found = trace(trajectory.steps, trajectory.request or task.request)
    return {
        "links": [{"source": link.source, "target": link.target, "kind": link.kind} for link in found.links],
        "values": [
            {
                "call": value.call,
                "path": one_line(value.path, _LONGEST_VALUE),
                "value": one_line(str(value.value), _LONGEST_VALUE),
                "origin": value.origin.value,
                "source": value.source,
            }
            for value in found.values[:_MOST_VALUES]
        ],
        "shares": {origin.value: found.share(origin) for origin in Origin},
        "trivial": found.trivial,
    }


def _place(run: RunIndex, facts: Facts) -> Place:
    return run.name, run.version.partition("-")[0], facts.place


def _explanation_view(found: Explanation, scorer: Scorer) -> View:
    score, profile = found.score, scorer.profile
    raised: Mapping[str, tuple[str, ...]] = gains(score, profile.strong)
    return {
        "profile": profile.name,
        "weak": profile.weak,
        "strong": profile.strong,
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
            for reason in sorted(found.reasons, key=lambda each: METRICS.index(each.metric))
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
        "fields": [_fields_view(pair) for pair in found.compared[:_MOST_PAIRS]],
        "alone_reference": _unmatched_view(found.unmatched_reference),
        "alone_prediction": _unmatched_view(found.unmatched_prediction),
    }


def _fields_view(pair: ComparedCalls) -> View:
    return {
        "reference": pair.reference_call,
        "prediction": pair.prediction_call,
        "similarity": pair.similarity,
        "matched": pair.matched,
        "by_facts": pair.by_facts,
        "fields": [
            {
                "name": one_line(field.name, _LONGEST_VALUE),
                "kind": field.kind,
                "role": field.role,
                "weight": field.weight,
                "similarity": field.similarity,
                "reference": _value(field.reference) if field.in_reference else None,
                "prediction": _value(field.prediction) if field.in_prediction else None,
                "forbids": field.forbids,
            }
            for field in pair.fields
        ],
    }


def _value(value: Any) -> str:
    return one_line(canonical_json(value), _LONGEST_VALUE)


def _unmatched_view(calls: Iterable[Unmatched]) -> list[View]:
    return [{"call": call.call, "reason": call.reason} for call in calls]
