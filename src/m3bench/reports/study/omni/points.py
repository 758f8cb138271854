"""Evaluation points by kind, and how agents dealt with tools that lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from m3bench.core import PointKind
from m3bench.reports.study import columns
from m3bench.reports.study.omni.runs import PointedRun
from m3bench.reports.study.table import Row, Table
from m3bench.scoring import sabotage_response


def point_table(runs: Sequence[PointedRun]) -> Table:
    """Return how many points of each kind pass, fail and wait for a judge."""
    rows = [row for run in runs for row in _point_rows(run)]
    return columns.table("points", "Evaluation points", _POINTS, rows)


def _point_rows(run: PointedRun) -> Iterator[Row]:
    counts: Counter[tuple[PointKind, bool | None]] = Counter(
        (result.point.kind, result.passed) for attempt in run.attempts for result in attempt.results
    )
    for kind in PointKind:
        passed, failed, open_ = (counts[kind, value] for value in (True, False, None))
        if passed + failed + open_:
            yield {
                "run": run.name,
                "kind": kind.value,
                "points": passed + failed + open_,
                "passed": passed,
                "failed": failed,
                "undecided": open_,
                "share": passed / (passed + failed) if passed + failed else None,
            }


def sabotage_table(runs: Sequence[PointedRun]) -> tuple[Table, ...]:
    """Return what agents did after a tool had left a file wrong, if that happened."""
    rows = (row for run in runs for row in _sabotage_rows(run))
    return columns.table_if_any("sabotage", "Tools that report success and leave a fault", _SABOTAGE, rows)


def _sabotage_rows(run: PointedRun) -> Iterator[Row]:
    responses = [
        (response, attempt.passed)
        for attempt in run.attempts
        if attempt.trajectory is not None
        and (response := sabotage_response(attempt.trajectory.steps)) is not None
    ]
    if responses:
        yield {
            "run": run.name,
            "attempts": len(responses),
            "looked": sum(response.looked for response, _ in responses),
            "repaired": sum(response.changed_again for response, _ in responses),
            "passed": sum(passed is True for _, passed in responses),
        }


_POINTS = (
    columns.RUN,
    columns.text("kind", "Kind", "What the points are about: format, judge or tool."),
    columns.count("points", "Points", "Points of all attempts."),
    columns.count("passed", "Passed", "Points that pass."),
    columns.count("failed", "Failed", "Points that fail."),
    columns.count("undecided", "Undecided", "Points that a judge would have to decide."),
    columns.share("share", "Share", "Share of the decided points that pass."),
)
_SABOTAGE = (
    columns.RUN,
    columns.count("attempts", "Attempts", "Attempts in which a tool left a fault in a file."),
    columns.count("looked", "Looked", "Attempts that looked at the content of the file after that."),
    columns.count("repaired", "Changed again", "Attempts that looked, and then changed the file again."),
    columns.count("passed", "Passed", "Attempts that pass all points: the fault was fixed."),
)
