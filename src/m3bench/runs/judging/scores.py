"""Scores of a run from its judgements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TypeVar

import msgspec

from m3bench.core import Trajectory, Usage
from m3bench.judges import (
    CompletionJudge,
    EnsembleScore,
    GroundingJudge,
    Judgement,
    OutcomeJudge,
    RubricJudge,
    RubricScores,
    UnshuffledRubricJudge,
    combine,
    consistency,
    information_grounding,
    rubric_scores,
    same_vendor_judges,
    schema_understanding,
    task_completion,
)
from m3bench.judges.trust import Reliability, reliability
from m3bench.runs.scoring import RunResult
from m3bench.runs.store import History, RunFolder, judgements_file, read_history
from m3bench.scoring import recorded_rates

_Found = TypeVar("_Found")
_NAMES = (
    CompletionJudge.name,
    GroundingJudge.name,
    RubricJudge.name,
    UnshuffledRubricJudge.name,
    OutcomeJudge.name,
)


class JudgedRun(msgspec.Struct, frozen=True, kw_only=True):
    """Judge scores by attempt. Attempts without a judgement are absent."""

    completion: dict[str, EnsembleScore] = {}
    """Task Completion, from 0 to 1."""
    grounding: dict[str, EnsembleScore] = {}
    """Information Grounding, from 0 to 1."""
    rubric: dict[str, RubricScores] = {}
    rubric_by_judge: dict[str, dict[str, RubricScores]] = {}
    """The same by judge and attempt."""
    unshuffled_by_judge: dict[str, dict[str, RubricScores]] = {}
    """One reading of the rubric in a fixed order, by judge and attempt."""
    outcome: dict[str, float | None] = {}
    """The share of judges that find the answer consistent with the expected one; None if none decided."""
    outcome_by_judge: dict[str, dict[str, float]] = {}
    """1 or 0 by judge and attempt, where the judge decided."""
    judges: dict[str, tuple[str, ...]] = {}
    """Judges by the name of the prompt."""
    reliability: dict[str, Reliability] = {}
    """By the name of the prompt."""
    same_vendor: dict[str, str] = {}
    """Judges of the same vendor as the judged model, with the name of the vendor."""
    attempts: int = 0
    """The number of attempts that can be judged."""
    spent: dict[str, Usage] = {}
    """Usage by judge, over all judging of this run."""
    cached: int = 0
    """Counted judgements that came from the cache."""

    @property
    def missing(self) -> int:
        """Judgements that failed or could not be read."""
        return sum(result.missing for result in self.reliability.values())

    @property
    def asked(self) -> int:
        return sum(result.asked for result in self.reliability.values())

    def main_scores(self, attempt: str) -> dict[str, float]:
        """Return Task Completion and Information Grounding of an attempt, where they are known."""
        columns = {"task_completion": self.completion, "information_grounding": self.grounding}
        scores = {name: column[attempt].score for name, column in columns.items() if attempt in column}
        return {name: score for name, score in scores.items() if score is not None}


def read_judged_run(path: Path, result: RunResult) -> JudgedRun | None:
    """Read the scores from the last panel of each prompt; None if the run was not judged."""
    history = read_history(judgements_file(RunFolder.open(path)), [])
    if not (history.panels and history.judgements):
        return None
    return summarize_judgements(history, result.trajectories, result.settings.model.name)


def summarize_judgements(
    history: History, trajectories: Iterable[Trajectory], model: str | None
) -> JudgedRun:
    """Combine the counted judgements of these trajectories of `model`."""
    attempts = {trajectory.task_id: trajectory for trajectory in trajectories}
    given: dict[str, list[Judgement]] = {}
    for name in _NAMES:
        if counted := [judgement for judgement in history.counted(name) if judgement.case in attempts]:
            given[name] = counted
    judges = {name: _judges(judgements) for name, judgements in given.items()}
    return JudgedRun(
        completion=_by_case(given.get(CompletionJudge.name, ()), _measured(task_completion)),
        grounding=_by_case(given.get(GroundingJudge.name, ()), _measured(information_grounding)),
        rubric=_by_case(given.get(RubricJudge.name, ()), _rubric(attempts)),
        rubric_by_judge=_rubric_by_judge(given.get(RubricJudge.name, ()), attempts),
        unshuffled_by_judge=_rubric_by_judge(given.get(UnshuffledRubricJudge.name, ()), attempts),
        outcome=_by_case(given.get(OutcomeJudge.name, ()), _consistent),
        outcome_by_judge=_by_judge(given.get(OutcomeJudge.name, ())),
        judges=judges,
        reliability={name: reliability(map(_as_columns, of)) for name, of in given.items()},
        same_vendor=same_vendor_judges(list(dict.fromkeys(chain(*judges.values()))), model),
        attempts=len(attempts),
        spent=history.spent_by,
        cached=sum(judgement.cached for of in given.values() for judgement in of),
    )


def _judges(judgements: Iterable[Judgement]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(judgement.judge for judgement in judgements))


def _by_case(
    judgements: Iterable[Judgement], scored: Callable[[Sequence[Judgement]], _Found]
) -> dict[str, _Found]:
    cases: dict[str, list[Judgement]] = defaultdict(list)
    for judgement in judgements:
        cases[judgement.case].append(judgement)
    return {case: scored(judged) for case, judged in cases.items()}


def _measured(measure: Callable[[Judgement], float | None]) -> Callable[[Sequence[Judgement]], EnsembleScore]:
    return lambda judgements: combine(judgements, measure)


def _consistent(judgements: Sequence[Judgement]) -> float | None:
    scores = [score for judgement in judgements if (score := consistency(judgement)) is not None]
    return sum(scores) / len(scores) if scores else None


def _by_judge(judgements: Iterable[Judgement]) -> dict[str, dict[str, float]]:
    scores: dict[str, dict[str, float]] = defaultdict(dict)
    for judgement in judgements:
        if (score := consistency(judgement)) is not None:
            scores[judgement.judge][judgement.case] = score
    return dict(scores)


def _rubric(attempts: Mapping[str, Trajectory]) -> Callable[[Sequence[Judgement]], RubricScores]:
    """Return what computes the rubric of a case. Its schema axis comes from the outcomes of calls."""

    def scored(judgements: Sequence[Judgement]) -> RubricScores:
        rates = recorded_rates(attempts[judgements[0].case])
        axis = schema_understanding(rates.valid_tool_name, rates.schema_compliance, rates.execution_success)
        return rubric_scores(judgements, axis)

    return scored


def _rubric_by_judge(
    judgements: Iterable[Judgement], attempts: Mapping[str, Trajectory]
) -> dict[str, dict[str, RubricScores]]:
    by_judge: dict[str, list[Judgement]] = defaultdict(list)
    for judgement in judgements:
        by_judge[judgement.judge].append(judgement)
    return {judge: _by_case(judged, _rubric(attempts)) for judge, judged in by_judge.items()}


def _as_columns(judgement: Judgement) -> Judgement:
    """Replace the partial scores of task completion with their total."""
    total = task_completion(judgement) if judgement.prompt.startswith(f"{CompletionJudge.name}@") else None
    if total is None:
        return judgement
    return msgspec.structs.replace(judgement, scores={"task_completion": total})
