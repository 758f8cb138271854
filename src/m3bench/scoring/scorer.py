"""Scoring predictions against references."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from typing import Protocol

import numpy as np

from m3bench.core import (
    Call,
    DuplicateIdError,
    Equivalence,
    Reference,
    Step,
    Task,
    Trajectory,
    UsageError,
    chunks,
    without_user_turns,
)
from m3bench.encoders import Encoder, shared_encoder, texts_per_commit
from m3bench.scoring.aggregate import by_family, total
from m3bench.scoring.align import Bucket, Match, Node, make_buckets, texts_to_encode
from m3bench.scoring.batch import Comparison, align_many
from m3bench.scoring.metrics import Metrics, Shape, measure
from m3bench.scoring.pairs import Equivalents, FieldScores, PairScores, Schemas, TextScores
from m3bench.scoring.profile import TYPED, Profile, get_profile
from m3bench.scoring.records import ScoreReport, TaskScore
from m3bench.scoring.vectors import VectorTable, runner

_TASKS_PER_CHUNK = 1000
# An encoder on a GPU asks for many texts at a time.
_TEXTS_PER_TASK = 12
_CHUNKS_ON_GPU = 4
DEFAULT_SEED = 0


class ProgressWatcher(Protocol):
    """Receives the progress of the encoding."""

    def expect(self, texts: int) -> None: ...

    def advance(self, texts: int) -> None: ...


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A prediction with one of the references of its task."""

    index: int
    reference: Reference
    buckets: list[Bucket]
    scores: PairScores


@dataclass(frozen=True, slots=True)
class _PredictionSet:
    """The scores of one set of predictions so far."""

    predictions: dict[str, Trajectory]
    scores: list[TaskScore] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)

    def note(self, task: Task) -> None:
        self.asked.add(task.id)
        if task.id not in self.predictions:
            self.missing.append(task.id)


@dataclass(frozen=True, slots=True)
class _Prepared:
    """Predictions with their candidates, ready to be encoded and aligned."""

    pairs: Sequence[tuple[Trajectory | None, Task]]
    candidates: Sequence[Sequence[_Candidate]]

    def comparisons(self) -> list[Comparison]:
        return [Comparison(pair.buckets, pair.scores) for pair in chain.from_iterable(self.candidates)]

    def texts(self) -> list[str]:
        return [text for buckets, scores in self.comparisons() for text in texts_to_encode(buckets, scores)]


class Scorer:
    """Scores predictions by one profile with one encoder. Stateless, so it can be shared.

    Args:
        profile: The definition of the metrics.
        encoder: Encodes texts; by default the shared one.
        tools: JSON schemas of the arguments of known tools. Used by the profile ``typed`` only.
        equivalences: Tools that can replace each other. Used by the profile ``typed`` only.
    """

    def __init__(
        self,
        profile: str | Profile = TYPED,
        encoder: Encoder | None = None,
        *,
        tools: Schemas | None = None,
        equivalences: Iterable[Equivalence] = (),
    ) -> None:
        self.profile = get_profile(profile)
        self.encoder = encoder or shared_encoder()
        self._schemas: Schemas = {} if tools is None else tools  # its length may load every server
        self._on_gpu = texts_per_commit(self.encoder) > _TASKS_PER_CHUNK
        self._tasks_per_chunk = max(_TASKS_PER_CHUNK, texts_per_commit(self.encoder) // _TEXTS_PER_TASK)
        self._equivalents = Equivalents(equivalences if self.profile.by_fields else ())

    @property
    def batch_size(self) -> int:
        """The tasks to score together: more do not make it faster."""
        return self._tasks_per_chunk * (_CHUNKS_ON_GPU if self._on_gpu else 1)

    def score(self, prediction: Trajectory | None, task: Task) -> TaskScore:
        """Score one prediction against the task's references; the best counts."""
        prepared = self._prepare([(prediction, task)])
        return self._finish(prepared, self.vectors(prepared.texts()))[0]

    def score_many(
        self,
        predictions: Iterable[Trajectory],
        tasks: Iterable[Task],
        *,
        watcher: ProgressWatcher | None = None,
    ) -> ScoreReport:
        """Score all tasks in order, with totals and intervals."""
        return self.score_sets([(predictions, tasks)], watcher=watcher)[0]

    def score_sets(
        self,
        sets: Sequence[tuple[Iterable[Trajectory], Iterable[Task]]],
        *,
        watcher: ProgressWatcher | None = None,
    ) -> list[ScoreReport]:
        """Score several sets as `score_many` does; the texts of all sets are encoded together."""
        all_scored = [_PredictionSet(_unique(predictions)) for predictions, _ in sets]
        asked = (
            (scored, task) for scored, (_, tasks) in zip(all_scored, sets, strict=True) for task in tasks
        )
        counted = self._counted(asked)
        for chunk, scores in self._score_chunks(chunks(counted, self._tasks_per_chunk), watcher):
            for (scored, _), score in zip(chunk, scores, strict=True):
                scored.scores.append(score)
        return [self._report(scored) for scored in all_scored]

    def _counted(self, asked: Iterable[tuple[_PredictionSet, Task]]) -> Iterator[tuple[_PredictionSet, Task]]:
        for scored, task in asked:
            scored.note(task)
            if self.profile.missing_counts or task.id in scored.predictions:
                yield scored, task

    def _score_chunks(
        self, chunks: Iterable[list[tuple[_PredictionSet, Task]]], watcher: ProgressWatcher | None
    ) -> Iterator[tuple[list[tuple[_PredictionSet, Task]], list[TaskScore]]]:
        """Score chunks in order. While a GPU encodes one, the next is prepared and the last is aligned."""
        waiting = None
        with runner(background=self._on_gpu) as run:
            for chunk in chunks:
                pairs = [(scored.predictions.get(task.id), task) for scored, task in chunk]
                prepared = self._prepare(pairs)
                encoding = run(partial(self.vectors, prepared.texts(), watcher))
                if waiting:
                    yield waiting[0], self._finish(waiting[1], waiting[2].result())
                waiting = chunk, prepared, encoding
            if waiting:
                yield waiting[0], self._finish(waiting[1], waiting[2].result())

    def _report(self, scored: _PredictionSet) -> ScoreReport:
        return ScoreReport(
            profile=self.profile.name,
            weak=self.profile.weak,
            strong=self.profile.strong,
            encoder=self.encoder.name,
            encoder_fingerprint=self.encoder.fingerprint,
            tasks=tuple(scored.scores),
            total=total(scored.scores, with_intervals=True),
            families=by_family(scored.scores),
            missing=tuple(scored.missing),
            unexpected=tuple(task_id for task_id in scored.predictions if task_id not in scored.asked),
        )

    def similarities(self, pairs: Sequence[tuple[Call, Call]]) -> list[float]:
        """Return the similarity of pairs of a reference call and a predicted call, outside of any task."""
        single = [self._single_pair(*pair) for pair in pairs]
        vectors = self.vectors(text for scores, bucket in single for text in scores.texts(bucket))
        return [
            float(scores.matrix(bucket.reference, bucket.prediction, vectors)[0, 0])
            for scores, bucket in single
        ]

    def _single_pair(self, reference: Call, prediction: Call) -> tuple[PairScores, Bucket]:
        made = Trajectory(task_id="", steps=(Step((prediction,)),))
        known = Reference(steps=(Step((reference,)),))
        nodes = [Node(0, 0, self._text_of(call), call) for call in (reference, prediction)]
        bucket = Bucket(reference.name, (nodes[0],), (nodes[1],), settles_ties=True, by_equality=False)
        return self.pair_scores(made, known, Task(id="", references=(known,))), bucket

    def vectors(self, texts: Iterable[str], watcher: ProgressWatcher | None = None) -> VectorTable:
        """Return vectors by canonical text; each text is encoded once."""
        distinct = list(dict.fromkeys(texts))
        if not distinct:
            return VectorTable((), np.empty((0, 0), dtype=np.float32))
        if watcher:
            watcher.expect(len(distinct))
        encoded = self.encoder.encode(distinct, watcher.advance if watcher else None)
        return VectorTable(distinct, encoded)

    def buckets(self, prediction: Trajectory, reference: Reference) -> list[Bucket]:
        """Return the calls that can match, by tool."""
        return make_buckets(
            reference.steps,
            prediction.steps,
            self._text_of,
            settles_ties=self.profile.settles_ties,
            bucket_of=self._equivalents.bucket_of,
            can_match=self.can_match,
        )

    def can_match(self, call: Call) -> bool:
        """Return whether a call can match at all in this profile."""
        return self.profile.matches_refused or call.outcome is None or not call.outcome.blames_agent

    def pair_scores(self, prediction: Trajectory, reference: Reference, task: Task) -> PairScores:
        """Return the object that computes the similarity of calls of a prediction and a reference."""
        if not self.profile.by_fields:
            return TextScores()
        return FieldScores(task, reference, prediction, self._schemas, self._equivalents)

    def _text_of(self, call: Call) -> str:
        text = self.profile.text(call)
        return text if self.profile.by_fields else self.encoder.canonical(text)

    def _prepare(self, pairs: Sequence[tuple[Trajectory | None, Task]]) -> _Prepared:
        return _Prepared(pairs, [self._candidates(prediction, task) for prediction, task in pairs])

    def _finish(self, prepared: _Prepared, vectors: VectorTable) -> list[TaskScore]:
        matches = iter(align_many(prepared.comparisons(), vectors, self.profile))
        return [
            self._best(prediction, task, candidate, list(islice(matches, len(candidate))))
            for (prediction, task), candidate in zip(prepared.pairs, prepared.candidates, strict=True)
        ]

    def _candidates(self, prediction: Trajectory | None, task: Task) -> list[_Candidate]:
        if not task.references:
            raise UsageError(f"Task {task.id} has no reference trajectory to score against.")
        return [
            _Candidate(index, reference, [], TextScores())
            if prediction is None
            else _Candidate(
                index,
                reference,
                self.buckets(prediction, reference),
                self.pair_scores(prediction, reference, task),
            )
            for index, reference in enumerate(task.references)
        ]

    def _best(
        self,
        prediction: Trajectory | None,
        task: Task,
        candidates: Sequence[_Candidate],
        matches: Sequence[tuple[Match, ...]],
    ) -> TaskScore:
        scores = [
            self._against(prediction, task, candidate, match_set)
            for candidate, match_set in zip(candidates, matches, strict=True)
        ]
        return max(scores, key=lambda score: (score.metrics.average, -score.reference))

    def _against(
        self, prediction: Trajectory | None, task: Task, candidate: _Candidate, matches: tuple[Match, ...]
    ) -> TaskScore:
        reference_shape = Shape.of(candidate.reference.steps)
        steps = without_user_turns(prediction.steps, candidate.reference.steps) if prediction else ()
        prediction_shape = Shape.of(steps)
        metrics = measure(matches, reference_shape, prediction_shape, self.profile)
        return TaskScore(
            id=task.id,
            family=task.family or (prediction.family if prediction else None),
            metrics=metrics if prediction else Metrics(0, 0, 0, 0, 0, 0),
            matches=matches,
            reference=candidate.index,
            reference_name=candidate.reference.name,
            reference_count=len(task.references),
            reference_calls=reference_shape.calls,
            reference_steps=len(candidate.reference.steps),
            prediction_calls=prediction_shape.calls,
            prediction_steps=len(steps),
            # The weight of precision if nothing was called.
            precision_calls=reference_shape.calls
            if self.profile.silence_weighs and not prediction_shape.calls
            else None,
            missing=prediction is None,
            notes=_notes(prediction) if prediction else ("no prediction",),
        )


def _unique(predictions: Iterable[Trajectory]) -> dict[str, Trajectory]:
    by_id: dict[str, Trajectory] = {}
    repeated: list[str] = []
    for prediction in predictions:
        if prediction.task_id in by_id:
            repeated.append(prediction.task_id)
        by_id[prediction.task_id] = prediction
    if repeated:
        raise DuplicateIdError(list(dict.fromkeys(repeated)), file="predictions")
    return by_id


def _notes(prediction: Trajectory) -> tuple[str, ...]:
    oddities = Counter(call.oddity for _, call in prediction.calls() if call.oddity)
    notes = [f"{count} × {oddity}" for oddity, count in sorted(oddities.items())]
    empty = sum(not step.calls for step in prediction.steps)
    return (*notes, f"{empty} × empty step") if empty else tuple(notes)
