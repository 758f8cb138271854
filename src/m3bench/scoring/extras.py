"""Additional metrics for the tasks of a report: match modes of other tools, structure, rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

from m3bench.core import Edge, Reference, Task, Trajectory, without_user_turns
from m3bench.scoring.dialogue import DialogueMetrics, measure_dialogues
from m3bench.scoring.match import MatchMetrics, match_metrics
from m3bench.scoring.planning import PlanningFailure, find_planning_failures
from m3bench.scoring.provenance import Origin, Provenance, trace
from m3bench.scoring.records import ScoreReport, TaskScore
from m3bench.scoring.rules import RuleChecker, RuleMetrics, pool
from m3bench.scoring.self_review import SelfReview, artefact_patterns, find_self_review
from m3bench.scoring.structure import StructureMetrics, dependency_violations, structure_metrics
from m3bench.scoring.taxonomy import ToolBook

_Record = TypeVar("_Record", Task, Trajectory)
_MOST_REFERENCES = 2_000


class StructureExtra(msgspec.Struct, frozen=True, kw_only=True):
    """The structure of a prediction, the origins of its arguments, and violated dependencies."""

    structure: StructureMetrics
    origins: dict[Origin, int]
    violations: int
    """Dependencies of the reference that the prediction violates."""


class TaskExtras(msgspec.Struct, frozen=True, kw_only=True):
    """Additional metrics of one task; None if not requested."""

    match: MatchMetrics | None = None
    structure: StructureExtra | None = None
    rules: RuleMetrics | None = None
    planning: tuple[PlanningFailure, ...] | None = None
    self_review: SelfReview | None = msgspec.field(default=None, name="inspection")
    """Also None if the attempt wrote no file."""


class Extras(msgspec.Struct, frozen=True):
    """Additional metrics by task id. Tasks without a prediction have none."""

    tasks: Mapping[str, TaskExtras] = {}
    dialogues: Mapping[str, DialogueMetrics] = {}
    """Of the tasks with a user."""

    @property
    def matches(self) -> list[MatchMetrics]:
        return [task.match for task in self.tasks.values() if task.match]

    @property
    def structures(self) -> list[StructureExtra]:
        return [task.structure for task in self.tasks.values() if task.structure]

    @property
    def planning(self) -> dict[str, tuple[PlanningFailure, ...]]:
        """The planning failures by task; empty if not requested."""
        return {name: task.planning for name, task in self.tasks.items() if task.planning is not None}

    @property
    def self_reviews(self) -> dict[str, SelfReview]:
        """How the agent looked at its work, by task; tasks without artefacts are left out."""
        return {name: task.self_review for name, task in self.tasks.items() if task.self_review is not None}

    @property
    def rules(self) -> RuleMetrics | None:
        """Over all tasks; None if no tools were given."""
        found = [task.rules for task in self.tasks.values() if task.rules]
        return pool(found) if found else None


def measure_extras(
    report: ScoreReport,
    predictions: Iterable[Trajectory] | Mapping[str, Trajectory],
    tasks: Iterable[Task] | Mapping[str, Task],
    *,
    match: bool = False,
    structure: bool = False,
    rules: RuleChecker | None = None,
    planning: ToolBook | None = None,
    self_review: bool = False,
    keep: Callable[[Iterable[tuple[str, TaskExtras]]], Mapping[str, TaskExtras]] = dict,
) -> Extras:
    """Compute additional metrics against the reference that each task was scored with.

    Args:
        report: The scores.
        predictions: The predictions, or a mapping of them by task id.
        tasks: The tasks, or a mapping of them by id.
        match: Whether to compute match metrics.
        structure: Whether to compute structure metrics.
        rules: Checks the rules, if given.
        planning: The known tools, if planning failures are to be found.
        self_review: Whether to find out if the agent looked at its own work.
        keep: Keeps the metrics of all tasks, by default in a `dict`.
    """
    dialogues = measure_dialogues(predictions, tasks)
    if not (match or structure or rules or planning is not None or self_review):
        return Extras(dialogues=dialogues)
    by_id = _by_id(predictions, lambda prediction: prediction.task_id)
    task_by_id = _by_id(tasks, lambda task: task.id)
    needed = _ReferenceEdges()

    def measured(score: TaskScore, prediction: Trajectory) -> TaskExtras:
        task = task_by_id[score.id]
        reference = task.references[score.reference]
        steps = without_user_turns(prediction.steps, reference.steps)
        traced = Provenance()
        edges: Sequence[Edge] = ()
        if structure or planning is not None:
            traced = trace(prediction.steps, prediction.request or task.request)
            edges = needed.of(task, reference)
        return TaskExtras(
            match=match_metrics(steps, reference.steps) if match else None,
            structure=_structure(score, prediction, task, edges, traced) if structure else None,
            rules=rules.check(prediction) if rules else None,
            planning=None
            if planning is None
            else find_planning_failures(score, prediction, task, planning, provenance=traced, edges=edges),
            self_review=find_self_review(prediction.steps, artefact_patterns(task)) if self_review else None,
        )

    pairs = ((score, by_id.get(score.id)) for score in report.tasks)
    extras = ((score.id, measured(score, made)) for score, made in pairs if made is not None)
    return Extras(keep(extras), dialogues)


def _by_id(
    records: Iterable[_Record] | Mapping[str, _Record], id_of: Callable[[_Record], str]
) -> Mapping[str, _Record]:
    return records if isinstance(records, Mapping) else {id_of(record): record for record in records}


class _ReferenceEdges:
    """The dependencies in references. Epochs share tasks, so those of the last ones are kept."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Reference, str | None, Sequence[Edge]]] = {}

    def of(self, task: Task, reference: Reference) -> Sequence[Edge]:
        if reference.edges:
            return reference.edges
        known = self._known.get(id(reference))  # it is kept, so nothing else has its id
        if known is None or known[1] != task.request:
            if len(self._known) >= _MOST_REFERENCES:
                self._known.clear()
            known = (reference, task.request, trace(reference.steps, task.request).edges)
            self._known[id(reference)] = known
        return known[2]


def _structure(
    score: TaskScore, prediction: Trajectory, task: Task, needed: Sequence[Edge], provenance: Provenance
) -> StructureExtra:
    alignment = {match.reference_call: match.prediction_call for match in score.matches}
    return StructureExtra(
        structure=structure_metrics(prediction.steps, prediction.request or task.request, provenance.edges),
        origins={origin: sum(value.origin is origin for value in provenance.values) for origin in Origin},
        violations=len(dependency_violations(needed, alignment, prediction.steps)),
    )
