"""The floors of the runs' suites, and which runs do not beat them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from m3bench.reports.floors import FLOOR_AGENTS, Floors, FloorScore, floors_not_beaten, is_floor
from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.table import Row, Table
from m3bench.scoring import METRICS

IS_FLOOR, BEATEN = "is a floor", "beaten"


def floors_of(run: StudyRun, runs: Sequence[StudyRun], known: Floors) -> dict[str, FloorScore]:
    """Return the known floors for a run's suite: stored ones, and floor agents among these runs."""
    kept = known.get(run.suite_digest, {}).get(run.report.profile, {})
    measured = {
        other.result.settings.agent: _measured(other)
        for other in runs
        if is_floor(other.result.settings.agent) and other.suite_digest == run.suite_digest
    }
    return {**kept, **measured}


def floor_mark(run: StudyRun, floors: Mapping[str, FloorScore]) -> str | None:
    """Return the floors that a run does not beat, for its row; None if no floor is known."""
    if is_floor(run.result.settings.agent):
        return IS_FLOOR
    if not floors:
        return None
    mean = run.report.total.metrics.average if run.scores else 0.0
    return "; ".join(floors_not_beaten(run.result.success, mean, floors)) or BEATEN


def floors_table(runs: Sequence[StudyRun], known: Floors) -> Table:
    """Return one row per floor and suite."""
    suites = {(run.suite_digest, run.report.profile): run for run in reversed(runs)}
    rows = [row for run in suites.values() for row in _rows(run, floors_of(run, runs, known))]
    return columns.table("floors", "Floors", _COLUMNS, rows, note=_other_tasks(runs, known))


def missing_floors(runs: Sequence[StudyRun], known: Floors) -> str:
    """Return which suites have no known floor, and how to measure them; empty if all have one."""
    without = {
        (run.suite_digest, run.report.profile): run.result.settings.suite.name
        for run in runs
        if not floors_of(run, runs, known)
    }
    return " ".join(
        f"No floors are known for {suite} (suite {digest[:12]}, profile {profile}). Measure them on the "
        "whole suite with: python benchmarks/floors.py. Or run the floor agents "
        f"({', '.join(FLOOR_AGENTS)}) on the same tasks, and include these runs in the report."
        for (digest, profile), suite in without.items()
    )


def _tasks(run: StudyRun) -> int:
    return run.result.attempts // run.result.settings.epochs


def _other_tasks(runs: Sequence[StudyRun], known: Floors) -> str:
    """Return the runs whose number of tasks differs from that of their floors."""
    other = [
        run.name
        for run in runs
        if any(floor.tasks not in (0, _tasks(run)) for floor in floors_of(run, runs, known).values())
    ]
    return (
        f"The floors were measured on a different number of tasks than: {', '.join(other)}." if other else ""
    )


def _measured(run: StudyRun) -> FloorScore:
    metrics, evidence = run.report.total.metrics, run.result.evidence
    return FloorScore(
        success=run.result.success,
        mean=metrics.average,
        metrics={name: float(getattr(metrics, name)) for name in METRICS},
        evidence_recall=sum(evidence.values()) / len(evidence) if evidence else None,
        tasks=_tasks(run),
    )


def _rows(run: StudyRun, floors: Mapping[str, FloorScore]) -> Iterator[Row]:
    best_first = sorted(floors.items(), key=lambda item: (-(item[1].success or 0.0), -item[1].mean, item[0]))
    for agent, floor in best_first:
        yield {
            "agent": agent,
            "suite": run.result.settings.suite.name,
            "success": floor.success,
            "average": floor.mean,
            **floor.metrics,
            "evidence": floor.evidence_recall,
            "tasks": floor.tasks or None,
            "suite_digest": run.suite_digest,
            "profile": run.report.profile,
        }


_COLUMNS = (
    columns.text("agent", "Floor", "An agent that is not designed to solve tasks."),
    *columns.metric_columns(),
    columns.score("evidence"),
    columns.TASKS,
    columns.text("suite", "Suite"),
    columns.text("suite_digest", "Suite digest", shown=False),
    columns.text("profile", "Profile", "The definition of the metrics.", shown=False),
)
MARK = columns.text(
    "floor",
    "Floors",
    "Beaten, or the best floors by success and by the mean of six that this run does not beat.",
)
