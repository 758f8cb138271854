"""The judgements of one attempt, from the run's file of judgements."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import Any

import msgspec

from m3bench.apps.viewer.index import RunIndex
from m3bench.apps.viewer.values import View, attributes
from m3bench.core import M3BenchError
from m3bench.judges import Judgement
from m3bench.runs import Damage, FinishedAttempt, JudgedRun
from m3bench.runs.judging import summarize_judgements
from m3bench.runs.store import History, judgements_file, read_history

_LONGEST = 20_000
_MAX_DAMAGES = 5
_TITLES = {
    "completion": "Task completion",
    "grounding": "Information grounding",
    "rubric": "Rubric",
    "outcome": "Outcome",
}


class _RunJudgements(msgspec.Struct, frozen=True):
    """The judgements of a run by attempt, valid while the file has this size."""

    size: int
    everything: History
    cases: dict[str, tuple[Judgement, ...]]
    problem: str = ""


class Judgements:
    """Reads the judgements of runs, again when a file grows."""

    def __init__(self) -> None:
        self._runs: dict[str, _RunJudgements] = {}
        self._lock = threading.Lock()

    def view(self, run: RunIndex, record: FinishedAttempt) -> View:
        """Return the columns with their spread, and all judgements that count."""
        known = self._load(run)
        case = f"{record.task_id}#{record.epoch}" if run.epochs > 1 else record.task_id
        history = History(known.everything.panels, known.cases.get(case, ()), {})
        if not history.judgements:
            return {"columns": [], "judgements": [], "problem": known.problem}
        trajectory = msgspec.structs.replace(record.trajectory, task_id=case)
        model = run.manifest.recorded.model if run.manifest else None
        judged = summarize_judgements(history, [trajectory], model)
        counted = [judgement for name in history.last_panels for judgement in history.counted(name)]
        return {
            "columns": _columns(judged),
            "judgements": list(map(_judgement_view, counted)),
            "kin": judged.same_vendor,
            "problem": known.problem,
        }

    def _load(self, run: RunIndex) -> _RunJudgements:
        path = judgements_file(run.folder)
        size = path.stat().st_size if path.is_file() else 0
        with self._lock:
            known = self._runs.get(run.name)
            if known is None or known.size != size:
                known = self._runs[run.name] = _read(run, size)
            return known


def _read(run: RunIndex, size: int) -> _RunJudgements:
    damages: list[Damage] = []
    try:
        everything = read_history(judgements_file(run.folder), damages)
    except M3BenchError as error:
        return _RunJudgements(size, History((), (), {}), {}, error.message)
    problem = "; ".join(map(str, damages[:_MAX_DAMAGES]))
    cases: dict[str, list[Judgement]] = defaultdict(list)
    for judgement in everything.judgements:
        cases[judgement.case].append(judgement)
    return _RunJudgements(size, everything, {case: tuple(own) for case, own in cases.items()}, problem)


def _columns(judged: JudgedRun) -> list[View]:
    columns: list[View] = []
    for kind, judgements in (("completion", judged.completion), ("grounding", judged.grounding)):
        for ensemble in judgements.values():
            values = ensemble.scores.values()
            spread = max(values) - min(values) if values else None
            columns.append(
                _column(kind, ensemble.score, ensemble.missing, scores=ensemble.scores, spread=spread)
            )
    for rubric in judged.rubric.values():
        parts = {**rubric.axes, **rubric.dimensions}
        columns.append(_column("rubric", rubric.overall, rubric.missing, parts=parts))
    return [*columns, *(_column("outcome", share, 0) for share in judged.outcome.values())]


def _column(kind: str, score: float | None, missing: int, **more: Any) -> View:
    empty: View = {"scores": {}, "spread": None, "parts": {}}
    return {"title": _TITLES[kind], "score": score, **empty, **more, "missing": missing}


def _judgement_view(judgement: Judgement) -> View:
    name = judgement.prompt.partition("@")[0]
    return {
        "title": _TITLES.get(name, name),
        **attributes(judgement, "judge", "turn", "scores", "cached"),
        "reason": judgement.reason[:_LONGEST],
        "problem": judgement.problem[:_LONGEST],
    }
