"""Explanations of a score: what raised and lowered each metric."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import msgspec

from m3bench.core import USER_SERVER, Call, Reference, Row, Tabular, Task, Trajectory
from m3bench.scoring.align import Bucket, Match, Node
from m3bench.scoring.arguments import FieldComparison
from m3bench.scoring.metrics import order_consistency
from m3bench.scoring.pairs import PairScores, TextScores
from m3bench.scoring.profile import Coverage, Profile
from m3bench.scoring.records import TaskScore
from m3bench.scoring.scorer import Scorer

_MAX_LISTED = 6


class Unmatched(msgspec.Struct, frozen=True):
    """A call without a match, and why."""

    call: int
    step: int
    name: str
    reason: str


class ComparedCalls(msgspec.Struct, frozen=True):
    """A reference call with its match or the nearest predicted call, field by field."""

    reference_call: int
    prediction_call: int
    similarity: float
    matched: bool
    by_facts: bool
    """Whether the predicted call obtained the same facts with other arguments."""
    fields: tuple[FieldComparison, ...]


class MetricReason(msgspec.Struct, frozen=True):
    """A metric, and its losses."""

    metric: str
    value: float
    losses: tuple[str, ...]


class Explanation(msgspec.Struct, Tabular, frozen=True, kw_only=True):
    """Everything needed to check a score by hand."""

    score: TaskScore
    prediction: Trajectory | None
    reference: Reference
    unmatched_reference: tuple[Unmatched, ...]
    unmatched_prediction: tuple[Unmatched, ...]
    reasons: tuple[MetricReason, ...]
    compared: tuple[ComparedCalls, ...] = ()
    """Every match and near miss of a reference call, if calls are compared by fields."""

    def rows(self) -> list[Row]:
        """Return one row per metric, with what it lost."""
        return [
            {"metric": reason.metric, "value": reason.value, "losses": "; ".join(reason.losses)}
            for reason in self.reasons
        ]

    def _caption(self) -> str:
        return f"{self.score.id}, mean {self.score.metrics.average:.3f}"


def explain(scorer: Scorer, prediction: Trajectory | None, task: Task) -> Explanation:
    """Score one task and explain what every metric lost."""
    score = scorer.score(prediction, task)
    reference = task.references[score.reference]
    buckets = scorer.buckets(prediction, reference) if prediction else []
    scores = scorer.pair_scores(prediction, reference, task) if prediction else TextScores()
    made = tuple(prediction.calls()) if prediction else ()
    asked = [call for _, call in reference.calls()]
    sides = _Sides(scorer, buckets, score.matches, scores, asked=asked, made=(call for _, call in made))
    missed = sides.unmatched(reference.calls(), other="prediction")
    spare = sides.unmatched(made, other="reference")
    if not any(call.server == USER_SERVER for _, call in reference.calls()):  # these do not count
        spare = tuple(call for call in spare if not call.name.startswith(f"{USER_SERVER}/"))
    return Explanation(
        score=score,
        prediction=prediction,
        reference=reference,
        unmatched_reference=missed,
        unmatched_prediction=spare,
        reasons=tuple(_reasons(score, missed, spare, scorer.profile)),
        compared=tuple(sides.compared()) if scorer.profile.by_fields else (),
    )


class _Sides:
    """Finds the unmatched calls of each side, and the calls nearest to them."""

    def __init__(
        self,
        scorer: Scorer,
        buckets: Sequence[Bucket],
        matches: Sequence[Match],
        scores: PairScores,
        *,
        asked: Iterable[Call],
        made: Iterable[Call],
    ) -> None:
        self._weak, self._can_match = scorer.profile.weak, scorer.can_match
        self._asked = {call.name for call in asked}
        self._refused = {call.name for call in made if not scorer.can_match(call)}
        self._scores = scores
        self._vectors = scorer.vectors(text for bucket in buckets for text in scores.texts(bucket))
        self._matches = matches
        self._reference = {node.index: (node, bucket) for bucket in buckets for node in bucket.reference}
        self._prediction = {node.index: (node, bucket) for bucket in buckets for node in bucket.prediction}

    def unmatched(self, calls: Iterable[tuple[int, Call]], other: str) -> tuple[Unmatched, ...]:
        """Return the calls without a match on the `other` side: the prediction or the reference."""
        matches = self._matches
        of_reference = other == "prediction"
        taken = {match.reference_call if of_reference else match.prediction_call for match in matches}
        return tuple(
            Unmatched(index, step, call.name, self._reason(index, call, other))
            for index, (step, call) in enumerate(calls)
            if index not in taken
        )

    def compared(self) -> Iterator[ComparedCalls]:
        """Yield each reference call with its match, or with the nearest call."""
        partner = {match.reference_call: match for match in self._matches}
        for index, (node, bucket) in sorted(self._reference.items()):
            match = partner.get(index)
            if match:
                yield self._compared(node, self._prediction[match.prediction_call][0], match.similarity, True)
            elif near := self._nearest(node, bucket.prediction, other="prediction"):
                yield self._compared(node, near[0], near[1], False)

    def _compared(self, row: Node, column: Node, similarity: float, matched: bool) -> ComparedCalls:
        fields = self._scores.explain(row, column, self._vectors)
        by_facts = self._scores.has_facts(row, column)
        return ComparedCalls(row.index, column.index, similarity, matched, by_facts, fields)

    def _reason(self, index: int, call: Call, other: str) -> str:
        if not self._can_match(call) and call.name in self._asked:
            return "it was refused and never ran"
        known = self._reference if other == "prediction" else self._prediction
        if index not in known:
            if other == "prediction" and call.name in self._refused:
                return "the prediction's calls of this tool were refused and never ran"
            return f"the {other} never calls this tool"
        node, bucket = known[index]
        near = self._nearest(node, bucket.prediction if other == "prediction" else bucket.reference, other)
        if near is None:
            return f"the {other} calls no equivalent tool"
        reason = f"the nearest is {other} call {near[0].index + 1} at {near[1]:.3f}"
        if near[1] >= self._weak:
            against = self._forbidding(node, near[0], other)
            return f"{reason}, but {against}" if against else f"{reason}, but another call fits it better"
        return f"{reason}, below {self._weak:g}"

    def _nearest(self, node: Node, others: Sequence[Node], other: str) -> tuple[Node, float] | None:
        """Return the nearest call: first by allowed similarity, then by similarity with forbidden matches."""
        if other == "prediction":
            allowed = self._scores.matrix([node], others, self._vectors)[0]
            near = self._scores.nearness([node], others, self._vectors)[0]
        else:
            allowed = self._scores.matrix(others, [node], self._vectors)[:, 0]
            near = self._scores.nearness(others, [node], self._vectors)[:, 0]
        best = max(range(len(others)), key=lambda index: (allowed[index], near[index], -index))
        similarity = float(max(allowed[best], near[best]))
        same_tool = node.call.name == others[best].call.name
        comparable = similarity != 0 or same_tool or bool(self._fields(node, others[best], other))
        return (others[best], similarity) if comparable else None

    def _fields(self, node: Node, near: Node, other: str) -> tuple[FieldComparison, ...]:
        pair = (node, near) if other == "prediction" else (near, node)
        return self._scores.explain(*pair, self._vectors)

    def _forbidding(self, node: Node, near: Node, other: str) -> str:
        """Describe the fields that rule out the nearest call."""
        fields = [field for field in self._fields(node, near, other) if field.forbids]
        return " and ".join(
            f"{field.name} {'differs' if field.in_prediction else 'is missing'}" for field in fields
        )


def _reasons(
    score: TaskScore, missed: Sequence[Unmatched], spare: Sequence[Unmatched], profile: Profile
) -> Iterable[MetricReason]:
    metrics, matches = score.metrics, score.matches
    covered = _coverage_loss(score, Coverage.RECALL, profile)
    losses = {
        "recall": _listed(f"reference call {call.call + 1} ({call.name}) unmatched" for call in missed),
        "precision": _listed(f"predicted call {call.call + 1} ({call.name}) unmatched" for call in spare),
        "argument_similarity": [
            *_argument_losses(matches, profile),
            *_coverage_loss(score, profile.argument_coverage, profile),
        ],
        "step_coherence": [*_split_steps(matches), *covered],
        "order_consistency": [*_inversions(matches), *_coverage_loss(score, profile.order_coverage, profile)],
        "merge_purity": [*_merged_steps(matches), *covered],
    }
    for name, loss in losses.items():
        yield MetricReason(name, float(getattr(metrics, name)), tuple(loss))


def _argument_losses(matches: Sequence[Match], profile: Profile) -> list[str]:
    strong = [match for match in matches if profile.strong <= match.similarity < 1]
    weak = [match for match in matches if match.similarity < profile.strong]
    return [
        *_listed(f"{_pair(match)} has similarity {match.similarity:.3f}" for match in strong),
        *_listed(f"{_pair(match)} at {match.similarity:.3f} is weak and does not count" for match in weak),
    ]


def _split_steps(matches: Sequence[Match]) -> list[str]:
    pairs = ((match.reference_step, match.prediction_step) for match in matches)
    return _with_several(pairs, "reference step {} is split over predicted steps {}")


def _merged_steps(matches: Sequence[Match]) -> list[str]:
    pairs = ((match.prediction_step, match.reference_step) for match in matches)
    return _with_several(pairs, "predicted step {} merges reference steps {}")


def _with_several(pairs: Iterable[tuple[int, int]], words: str) -> list[str]:
    """List the steps of one side that belong to several steps of the other side."""
    steps: dict[int, set[int]] = defaultdict(set)
    for step, other in pairs:
        steps[step].add(other)
    return _listed(
        words.format(step + 1, ", ".join(str(other + 1) for other in sorted(others)))
        for step, others in sorted(steps.items())
        if len(others) > 1
    )


def _inversions(matches: Sequence[Match]) -> list[str]:
    return _listed(
        f"{_pair(first)} and {_pair(second)} are in inverted order"
        for first, second in combinations(matches, 2)
        if (first.reference_step - second.reference_step) * (first.prediction_step - second.prediction_step)
        < 0
    )


def _coverage_loss(score: TaskScore, coverage: Coverage, profile: Profile) -> list[str]:
    """Return the factor that reduced a metric, if any."""
    before, after = _before_and_after(score, coverage, profile)
    if not score.matches or abs(before - after) < 1e-9:
        return []
    return [f"× {after / before if before else 0.0:.3f}, the {coverage.value}"]


def _before_and_after(score: TaskScore, coverage: Coverage, profile: Profile) -> tuple[float, float]:
    metrics, matches = score.metrics, score.matches
    if coverage is Coverage.STEP_PAIRS:
        return order_consistency(matches), metrics.order_consistency
    if coverage is Coverage.STRONG_RECALL:
        strong = [match.similarity for match in matches if match.similarity >= profile.strong]
        return (sum(strong) / len(strong) if strong else 0.0), metrics.argument_similarity
    return 1.0, metrics.recall


def _pair(match: Match) -> str:
    return f"{match.reference_call + 1}↔{match.prediction_call + 1}"


def _listed(reasons: Iterable[str]) -> list[str]:
    listed = list(reasons)
    if len(listed) <= _MAX_LISTED:
        return listed
    return [*listed[:_MAX_LISTED], f"and {len(listed) - _MAX_LISTED} more"]
