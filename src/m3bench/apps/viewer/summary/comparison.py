"""Two runs on the same tasks: what `m3bench compare` computes, and both task by task."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from m3bench.apps.viewer.index import RunIndex
from m3bench.apps.viewer.summary.scored_runs import ScoredResult, attempt_name
from m3bench.apps.viewer.summary.summary import View, interval_view, summary_view
from m3bench.core import M3BenchError
from m3bench.reports import ReportComparison, compare_reports, strict_successes
from m3bench.runs import Key
from m3bench.scoring import DEFAULT_SEED, ScoreReport

_MOST_TASKS = 20_000

Runs = tuple[RunIndex, RunIndex]
Results = tuple[ScoredResult, ScoredResult]


def comparison_view(runs: Runs, found: Results) -> View:
    """Return both summaries, the differences with intervals, and a row for each attempt."""
    summaries = [summary_view(run, one) for run, one in zip(runs, found, strict=True)]
    compared, problem = _compared(found)
    rows = list(_rows(runs, found))
    return {
        "runs": [run.name for run in runs],
        "summaries": summaries,
        "problem": problem,
        "tasks": compared.tasks if compared else 0,
        "attempts": compared.attempts if compared else 0,
        "success_tasks": compared.success_tasks if compared else 0,
        "success_attempts": compared.success_attempts if compared else 0,
        "metrics": _metrics(compared) if compared else [],
        "rows": rows[:_MOST_TASKS],
        "left_out": max(0, len(rows) - _MOST_TASKS),
    }


def _compared(found: Results) -> tuple[ReportComparison | None, str]:
    results = [one.result for one in found]
    if results[0] is None or results[1] is None:
        return None, next(one.problem for one in found if one.result is None)
    reports = [one.report or _empty(found) for one in found]
    if reports[0] is None or reports[1] is None:
        return None, "Nothing of these runs is scored, so there are no differences to test."
    checked = results[0].has_checks and results[1].has_checks
    successes = (strict_successes(results[0]), strict_successes(results[1])) if checked else None
    try:
        return compare_reports(reports[0], reports[1], seed=DEFAULT_SEED, successes=successes), ""
    except M3BenchError as error:
        return None, error.message


def _empty(found: Results) -> ScoreReport | None:
    """Return a report without tasks, like the one that is there: success can still be compared."""
    known = next((one.report for one in found if one.report), None)
    return msgspec.structs.replace(known, tasks=(), families={}) if known else None


def _metrics(compared: ReportComparison) -> list[View]:
    return [
        {
            "name": name,
            "a": row.a,
            "b": row.b,
            "difference": row.a - row.b,
            **{key: value for key, value in interval_view(row.comparison.interval).items() if key != "value"},
            "wins": row.comparison.wins,
            "losses": row.comparison.losses,
            "ties": row.comparison.ties,
            "p": row.comparison.adjusted,
            "verdict": row.comparison.verdict,
        }
        for name, row in compared.metrics.items()
    ]


def _rows(runs: Runs, found: Results) -> Iterator[View]:
    """Yield all attempts of both, in the order of A, then those that only B has."""
    sides = [_side(run, one) for run, one in zip(runs, found, strict=True)]
    families = {row.key: row.family for run in reversed(runs) for row in run.rows()}
    for key in dict.fromkeys([*sides[0], *sides[1]]):
        yield {
            "task": key.task_id,
            "epoch": key.epoch,
            "family": families[key],
            "a": sides[0].get(key),
            "b": sides[1].get(key),
        }


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
