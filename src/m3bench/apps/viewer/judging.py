"""What judges said of one attempt, from the run's file of judgements."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import Any

import msgspec

from m3bench.apps.viewer.index import RunIndex
from m3bench.core import M3BenchError
from m3bench.judges import EnsembleScore, Judgement, RubricScores
from m3bench.runs import Damage, FinishedAttempt, JudgedRun
from m3bench.runs.judging import summarize_judgements
from m3bench.runs.store import History, judgements_file, read_history

_LONGEST = 20_000
_MOST_DAMAGES = 5
_TITLES = {
    "completion": "Task completion",
    "grounding": "Information grounding",
    "rubric": "Rubric",
    "outcome": "Outcome",
}

View = dict[str, Any]


class _Shelf(msgspec.Struct, frozen=True):
    """The judgements of a run by attempt, as long as the file has this size."""

    size: int
    everything: History
    cases: dict[str, tuple[Judgement, ...]]
    problem: str = ""


class Judgements:
    """Reads a run's judgements once for each time that the file grows."""

    def __init__(self) -> None:
        self._shelves: dict[str, _Shelf] = {}
        self._lock = threading.Lock()

    def view(self, run: RunIndex, record: FinishedAttempt) -> View:
        """The columns with their spread, and every single judgement that counts."""
        shelf = self._shelf(run)
        case = f"{record.task_id}#{record.epoch}" if run.epochs > 1 else record.task_id
        said = History(shelf.everything.panels, shelf.cases.get(case, ()), {})
        if not said.judgements:
            return {"columns": [], "judgements": [], "problem": shelf.problem}
        trajectory = msgspec.structs.replace(record.trajectory, task_id=case)
        model = run.manifest.recorded.model if run.manifest else None
        judged = summarize_judgements(said, [trajectory], model)
        counted = [each for name in said.last_panels for each in said.counted(name)]
        return {
            "columns": _columns(judged),
            "judgements": [_judgement_view(each) for each in counted],
            "kin": judged.same_vendor,
            "problem": shelf.problem,
        }

    def _shelf(self, run: RunIndex) -> _Shelf:
        path = judgements_file(run.folder)
        size = path.stat().st_size if path.is_file() else 0
        with self._lock:
            known = self._shelves.get(run.name)
            if known is None or known.size != size:
                known = self._shelves[run.name] = _read(run, size)
            return known


def _read(run: RunIndex, size: int) -> _Shelf:
    damages: list[Damage] = []
    try:
        everything = read_history(judgements_file(run.folder), damages)
    except M3BenchError as error:
        return _Shelf(size, History((), (), {}), {}, error.message)
    problem = "; ".join(map(str, damages[:_MOST_DAMAGES]))
    cases: dict[str, list[Judgement]] = defaultdict(list)
    for judgement in everything.judgements:
        cases[judgement.case].append(judgement)
    return _Shelf(size, everything, {case: tuple(found) for case, found in cases.items()}, problem)


def _columns(judged: JudgedRun) -> list[View]:
    columns = [_combined(_TITLES["completion"], each) for each in judged.completion.values()]
    columns += [_combined(_TITLES["grounding"], each) for each in judged.grounding.values()]
    columns += [_rubric(each) for each in judged.rubric.values()]
    columns += [
        {"title": _TITLES["outcome"], "score": share, "scores": {}, "spread": None, "parts": {}, "missing": 0}
        for share in judged.outcome.values()
    ]
    return columns


def _combined(title: str, found: EnsembleScore) -> View:
    values = found.scores.values()
    return {
        "title": title,
        "score": found.score,
        "scores": found.scores,
        "spread": max(values) - min(values) if values else None,
        "parts": {},
        "missing": found.missing,
    }


def _rubric(found: RubricScores) -> View:
    return {
        "title": _TITLES["rubric"],
        "score": found.overall,
        "scores": {},
        "spread": None,
        "parts": {**found.axes, **found.dimensions},
        "missing": found.missing,
    }


def _judgement_view(judgement: Judgement) -> View:
    name = judgement.prompt.partition("@")[0]
    return {
        "title": _TITLES.get(name, name),
        "judge": judgement.judge,
        "turn": judgement.turn,
        "scores": judgement.scores,
        "reason": judgement.reason[:_LONGEST],
        "problem": judgement.problem[:_LONGEST],
        "cached": judgement.cached,
    }
