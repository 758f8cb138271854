"""Two runs on the same tasks: what `m3bench compare` computes, and both task by task."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import msgspec

from m3bench.apps.viewer.index import RunIndex
from m3bench.apps.viewer.library import Library
from m3bench.apps.viewer.summary.scored_runs import ScoredResult, ScoredRuns, attempt_name
from m3bench.apps.viewer.summary.summary import summary_view
from m3bench.apps.viewer.values import View, attributes
from m3bench.core import M3BenchError, UsageError
from m3bench.reports import ReportComparison, compare_reports, strict_successes
from m3bench.runs import Key
from m3bench.scoring import DEFAULT_SEED, Scorer, ScoreReport

_PATIENCE = 0.5
_MOST_AT_ONCE = 50


class Summaries:
    """Answers requests for figures of whole runs. While a run is being scored, the answer is `waiting`."""

    def __init__(self, library: Library, make_scorer: Callable[[], Scorer]) -> None:
        self._library = library
        self._runs = ScoredRuns(make_scorer)

    def summary(self, name: str) -> View:
        """Return what a run came to."""
        run = self._library.run(name)
        scored = self._runs.get(run, _PATIENCE)
        return {"waiting": True} if scored is None else {"waiting": False, **summary_view(run, scored)}

    def means(self, names: str) -> View:
        """Return the means of six of runs that are scored. `names` is a JSON array."""
        runs = {run.name: run for run in self._library.runs()}
        wanted = [runs[name] for name in _names(names) if name in runs]
        known = self._known(wanted)
        if len(known) < len(wanted):
            self._runs.wait(_PATIENCE)
            known = self._known(wanted)
        return {"means": known, "left": len(wanted) - len(known)}

    def compare(self, name: str, other: str) -> View:
        """Return the differences of two runs with intervals, and both task by task."""
        a, b = self._library.run(name), self._library.run(other)
        scored = self._runs.get(a, _PATIENCE), self._runs.get(b, _PATIENCE)
        if scored[0] is None or scored[1] is None:
            return {"waiting": True}
        return {"waiting": False, **comparison_view((a, b), (scored[0], scored[1]))}

    def _known(self, runs: list[RunIndex]) -> dict[str, float | None]:
        means = {run.name: self._runs.mean(run) for run in runs}
        return {name: mean for name, (known, mean) in means.items() if known}


def _names(text: str) -> list[str]:
    try:
        names = json.loads(text)
    except (ValueError, RecursionError):
        names = None
    if not isinstance(names, list) or len(names) > _MOST_AT_ONCE:
        raise UsageError("Invalid list of runs.", "Load the page again.")
    return [name for name in names if isinstance(name, str)]


_MOST_TASKS = 20_000
_COUNTS = ("tasks", "attempts", "success_tasks", "success_attempts")

Runs = tuple[RunIndex, RunIndex]
Results = tuple[ScoredResult, ScoredResult]


def comparison_view(runs: Runs, found: Results) -> View:
    """Return both summaries, the differences with intervals, and a row for each attempt."""
    compared, problem = _compared(found)
    rows = list(_rows(runs, found))
    return {
        "runs": [run.name for run in runs],
        "summaries": list(map(summary_view, runs, found)),
        "problem": problem,
        **(attributes(compared, *_COUNTS) if compared else dict.fromkeys(_COUNTS, 0)),
        "metrics": _metrics(compared) if compared else [],
        "rows": rows[:_MOST_TASKS],
        "left_out": max(0, len(rows) - _MOST_TASKS),
    }


def _compared(found: Results) -> tuple[ReportComparison | None, str]:
    a, b = (scored.result for scored in found)
    if a is None or b is None:
        return None, next(scored.problem for scored in found if scored.result is None)
    report_a, report_b = (scored.report or _empty(found) for scored in found)
    if report_a is None or report_b is None:
        return None, "Nothing of these runs is scored, so there are no differences to test."
    successes = (strict_successes(a), strict_successes(b)) if a.has_checks and b.has_checks else None
    try:
        return compare_reports(report_a, report_b, seed=DEFAULT_SEED, successes=successes), ""
    except M3BenchError as error:
        return None, error.message


def _empty(found: Results) -> ScoreReport | None:
    """Return a report without tasks, like the one that is there: success can still be compared."""
    known = next((scored.report for scored in found if scored.report), None)
    return msgspec.structs.replace(known, tasks=(), families={}) if known else None


def _metrics(compared: ReportComparison) -> list[View]:
    return [
        {
            "name": name,
            **attributes(row, "a", "b"),
            "difference": row.a - row.b,
            **attributes(row.comparison.interval, "low", "high"),
            **attributes(row.comparison, "wins", "losses", "ties", "verdict"),
            "p": row.comparison.adjusted,
        }
        for name, row in compared.metrics.items()
    ]


def _rows(runs: Runs, scored: Results) -> Iterator[View]:
    """Yield all attempts of both, in the order of A, then those that only B has."""
    a, b = map(_side, runs, scored)
    families = {row.key: row.family for run in reversed(runs) for row in run.rows()}
    for key in {**a, **b}:
        task, epoch = key
        yield {"task": task, "epoch": epoch, "family": families[key], "a": a.get(key), "b": b.get(key)}


def _side(run: RunIndex, found: ScoredResult) -> dict[Key, View]:
    passed = found.result.strict if found.result else {}
    return {
        row.key: {
            "passed": passed.get(attempt_name(run, row.key)),
            "score": run.task_scores.get(row.key),
            "status": row.status,
            "seconds": row.facts.seconds if row.facts else None,
            "made": row.facts is not None,
        }
        for row in run.rows()
    }
