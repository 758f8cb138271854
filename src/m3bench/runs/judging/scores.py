"""What the judgements of a run come to, from its folder alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from m3bench.core import Outcome, Trajectory, Usage
from m3bench.judges import (
    CompletionJudge,
    EnsembleScore,
    GroundingJudge,
    Judgement,
    OutcomeJudge,
    RubricJudge,
    RubricScores,
    combine,
    consistency,
    information_grounding,
    rubric_scores,
    same_vendor_judges,
    schema_understanding,
    task_completion,
)
from m3bench.judges.trust import Reliability, reliability
from m3bench.runs.scores import RunResult
from m3bench.runs.store import History, RunFolder, judgements_file, read_history

_Found = TypeVar("_Found")
_NAMES = (CompletionJudge.name, GroundingJudge.name, RubricJudge.name, OutcomeJudge.name)


class JudgedRun(msgspec.Struct, frozen=True, kw_only=True):
    """By attempt, what judges say of it. Attempts that nobody judged are absent."""

    completion: dict[str, EnsembleScore] = {}
    """Task Completion, from 0 to 1."""
    grounding: dict[str, EnsembleScore] = {}
    """Information Grounding, from 0 to 1."""
    rubric: dict[str, RubricScores] = {}
    outcome: dict[str, float | None] = {}
    """The share of the judges who find the answer consistent with the expected one; None where none said."""
    judges: dict[str, tuple[str, ...]] = {}
    """Who judged, by the name of the prompt."""
    reliability: dict[str, Reliability] = {}
    """By the name of the prompt."""
    kin: dict[str, str] = {}
    """Judges that are of the same vendor as the model that is judged, with its name."""
    attempts: int = 0
    """That could be judged."""
    spent: dict[str, Usage] = {}
    """By judge, on all judging of this run, whether it counts or not."""
    cached: int = 0
    """Of the judgements that count, those that the cache had."""

    @property
    def missing(self) -> int:
        """Judgements that were asked for and did not come, or could not be read."""
        return sum(each.missing for each in self.reliability.values())

    @property
    def asked(self) -> int:
        return sum(each.asked for each in self.reliability.values())


def read_judged(path: Path, result: RunResult) -> JudgedRun | None:
    """The judgements that count; None where nobody judged."""
    history = read_history(judgements_file(RunFolder.open(path)), [])
    if not (history.panels and history.judgements):
        return None
    return judged_run(history, result.trajectories, result.settings.model.name)


def judged_run(history: History, trajectories: Iterable[Trajectory], model: str | None) -> JudgedRun:
    """What judges said of trajectories that the model made."""
    attempts = {each.task_id: each for each in trajectories}
    found = {name: [each for each in history.counted(name) if each.case in attempts] for name in _NAMES}
    given = {name: judgements for name, judgements in found.items() if judgements}
    everyone = list(dict.fromkeys(each.judge for judgements in given.values() for each in judgements))
    return JudgedRun(
        completion=_by_case(given.get(CompletionJudge.name, ()), _measured(task_completion)),
        grounding=_by_case(given.get(GroundingJudge.name, ()), _measured(information_grounding)),
        rubric=_by_case(given.get(RubricJudge.name, ()), _rubric(attempts)),
        outcome=_by_case(given.get(OutcomeJudge.name, ()), _consistent),
        judges={name: tuple(dict.fromkeys(each.judge for each in of)) for name, of in given.items()},
        reliability={name: reliability(map(_as_columns, of)) for name, of in given.items()},
        kin=same_vendor_judges(everyone, model),
        attempts=len(attempts),
        spent=history.spent_by,
        cached=sum(each.cached for of in given.values() for each in of),
    )


def _by_case(
    judgements: Iterable[Judgement], scored: Callable[[Sequence[Judgement]], _Found]
) -> dict[str, _Found]:
    cases: dict[str, list[Judgement]] = defaultdict(list)
    for each in judgements:
        cases[each.case].append(each)
    return {case: scored(found) for case, found in cases.items()}


def _measured(measure: Callable[[Judgement], float | None]) -> Callable[[Sequence[Judgement]], EnsembleScore]:
    return lambda judgements: combine(judgements, measure)


def _consistent(judgements: Sequence[Judgement]) -> float | None:
    said = [score for each in judgements if (score := consistency(each)) is not None]
    return sum(said) / len(said) if said else None


def _rubric(attempts: Mapping[str, Trajectory]) -> Callable[[Sequence[Judgement]], RubricScores]:
    return lambda judgements: rubric_scores(judgements, _schema_axis(attempts[judgements[0].case]))


def _schema_axis(trajectory: Trajectory) -> float | None:
    """The axis that nobody has to judge, by how the calls ended when they were made.

    Faults of servers and errors of tools are nobody's. A call that names no tool has no arguments to check.
    """
    nobodys = (None, Outcome.TOOL_ERROR, Outcome.SERVER_FAULT)
    ended = [call for _, call in trajectory.calls() if call.outcome not in nobodys]
    named = [call for call in ended if call.name and call.outcome is not Outcome.UNKNOWN_TOOL]
    unfit = (Outcome.INVALID_ARGUMENTS, Outcome.ILLEGAL_FORMAT)
    fitting = [call for call in named if call.outcome not in unfit]
    executed = [call for call in ended if call.outcome is not None and call.outcome.executed]
    return schema_understanding(
        _rate(len(named), len(ended)), _rate(len(fitting), len(named)), _rate(len(executed), len(ended))
    )


def _rate(count: int, whole: int) -> float | None:
    return count / whole if whole else None


def _as_columns(judgement: Judgement) -> Judgement:
    """With the score of the column in the place of parts that only count together."""
    total = task_completion(judgement) if judgement.prompt.startswith(f"{CompletionJudge.name}@") else None
    if total is None:
        return judgement
    return msgspec.structs.replace(judgement, scores={"task_completion": total})
