"""Runs scored in the background, one after the other. The page asks again until a run is done."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from m3bench.apps.viewer.index import RunIndex
from m3bench.core import M3BenchError
from m3bench.runs import Key, RunResult, read_run
from m3bench.runs.scoring import score_run_result
from m3bench.scoring import Scorer, ScoreReport

_MOST_KEPT = 4
"""Whole runs. Of others, only the scores are kept."""


class ScoredResult(NamedTuple):
    """A run with its scores; or what is wrong with it."""

    result: RunResult | None = None
    report: ScoreReport | None = None
    """None if some tasks have no references, or if nothing is scored yet. Empty if none has references."""
    problem: str = ""


class ScoredRuns:
    """Scores whole runs in a thread of its own, so that pages never wait for a long run."""

    def __init__(self, make_scorer: Callable[[], Scorer]) -> None:
        self._make_scorer = make_scorer
        self._wanted: OrderedDict[str, RunIndex] = OrderedDict()
        self._kept: OrderedDict[str, tuple[str, ScoredResult]] = OrderedDict()
        self._means: dict[str, tuple[str, float | None]] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def get(self, run: RunIndex, seconds: float) -> ScoredResult | None:
        """Return a scored run, or None if that takes longer. It is scored before runs in the list."""
        with self._changed:
            self._want(run, first=True)
            self._changed.wait_for(lambda: self._is_current(run), seconds)
            kept = self._kept.get(run.name)
            return kept[1] if kept else None

    def mean(self, run: RunIndex) -> tuple[bool, float | None]:
        """Return whether the mean of a run is known, and the mean. If not, the run will be scored."""
        with self._changed:
            known = self._means.get(run.name)
            if known is None or known[0] != run.version:
                self._want(run, first=False)
            return known is not None, known[1] if known else None

    def wait(self, seconds: float) -> None:
        """Wait until another run is scored, or nothing is left to score."""
        with self._changed:
            before = len(self._means)
            self._changed.wait_for(lambda: len(self._means) > before or not self._wanted, seconds)

    def _is_current(self, run: RunIndex) -> bool:
        return run.name in self._kept and self._kept[run.name][0] == run.version

    def _want(self, run: RunIndex, *, first: bool) -> None:
        if first and self._is_current(run):
            self._kept.move_to_end(run.name)
            return
        self._wanted[run.name] = run
        if first:
            self._wanted.move_to_end(run.name, last=False)
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="scores of runs", daemon=True)
            self._thread.start()
        self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                if not self._changed.wait_for(lambda: bool(self._wanted), 1.0):
                    self._thread = None
                    return
                name, run = next(iter(self._wanted.items()))
            version = run.version
            scored = self._scored(run)
            scores = _task_scores(run, scored.report)
            with self._changed:
                run.task_scores = scores
                self._wanted.pop(name, None)
                self._kept[name] = version, scored
                self._kept.move_to_end(name)
                self._means[name] = version, mean_of(scored.report)
                while len(self._kept) > _MOST_KEPT:
                    self._kept.popitem(last=False)
                self._changed.notify_all()

    def _scored(self, run: RunIndex) -> ScoredResult:
        try:
            result = read_run(run.folder.path)
            return ScoredResult(result, self._report(result))
        except M3BenchError as error:
            return ScoredResult(problem=error.message)
        except Exception as error:  # noqa: BLE001 - a damaged folder can raise anything, and must not end the thread
            return ScoredResult(problem=f"The run cannot be scored: {type(error).__name__}.")

    def _report(self, result: RunResult) -> ScoreReport | None:
        if not result.tasks or not (result.is_outcome_only or all(task.references for task in result.tasks)):
            return None
        return score_run_result(self._scorer, result)

    @cached_property
    def _scorer(self) -> Scorer:
        return self._make_scorer()


def _task_scores(run: RunIndex, report: ScoreReport | None) -> dict[Key, float]:
    """Return the mean of six by attempt."""
    if report is None:
        return {}
    by_name = {task.id: task.metrics.average for task in report.tasks}
    named = ((row.key, attempt_name(run, row.key)) for row in run.rows())
    return {key: by_name[name] for key, name in named if name in by_name}


def mean_of(report: ScoreReport | None) -> float | None:
    """Return the mean of six; None if there is nothing to score against references."""
    return report.total.metrics.average if report and report.total.tasks else None


def attempt_name(run: RunIndex, key: Key) -> str:
    """Return the name of an attempt in scores: the id of its task, with the epoch if there are several."""
    return f"{key.task_id}#{key.epoch}" if run.epochs > 1 else key.task_id
