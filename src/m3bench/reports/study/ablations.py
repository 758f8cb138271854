"""Compare the same agent with other images, without images, and without perception tools."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m3bench.reports.headlines import estimate, headline
from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun, agent_and_model, grouped
from m3bench.reports.study.table import Cell, Column, Kind, Row, Section
from m3bench.reports.successes import strict_successes
from m3bench.reports.terminal import (
    CLEAN,
    CONDITIONS,
    GIVEN,
    MEAN,
    SUCCESS,
    ReportComparison,
    compare_reports,
    condition,
    without_condition,
)


def ablations_section(runs: Sequence[StudyRun], *, seed: int) -> Section | None:
    """Return a table of agents with runs under several conditions; None if there are none."""
    alike = grouped(runs, lambda run: (run.suite_digest, without_condition(run.result.settings)))
    groups = [sorted(group, key=_order) for group in alike.values() if len(set(map(_condition, group))) > 1]
    if not groups:
        return None
    rows = [row for group in groups for row in _rows(group, seed)]
    return Section(
        name="ablations",
        title="Effect of images",
        intro=(
            "Runs of one agent that differ only in what it could see. Differences are relative to the run "
            "with the images of the tasks (else with clean ones), on the same tasks, with 95 % intervals. An "
            "agent that scores as well without images did not need them."
        ),
        tables=(columns.table("ablations", "With and without images", _COLUMNS, rows),),
    )


def _condition(run: StudyRun) -> str:
    return condition(run.result.settings)


def _order(run: StudyRun) -> tuple[int, str]:
    name = _condition(run)
    return (CONDITIONS.index(name) if name in CONDITIONS else len(CONDITIONS)), name


def _rows(group: Sequence[StudyRun], seed: int) -> Iterator[Row]:
    full = next((run for name in (GIVEN, CLEAN) for run in group if _condition(run) == name), None)
    for run in group:
        figures = headline(run.result, run.report)
        yield {
            "agent": agent_and_model(run.result.settings),
            "condition": _condition(run),
            "run": run.name,
            "success": estimate(figures.success),
            **columns.end_cells("success", figures.success),
            "average": estimate(figures.mean),
            **columns.end_cells("average", figures.mean),
            **(_differences(_compared(run, full, seed)) if full and run is not full else {}),
            "tasks": run.result.attempts,
        }


def _compared(run: StudyRun, full: StudyRun, seed: int) -> ReportComparison | None:
    successes = strict_successes(run.result), strict_successes(full.result)
    if not set(run.scores) & set(full.scores) and not successes[0].common(successes[1]):
        return None
    return compare_reports(run.report, full.report, seed=seed, successes=successes)


def _differences(compared: ReportComparison | None) -> dict[str, Cell]:
    cells: dict[str, Cell] = {}
    for name in (SUCCESS, MEAN):
        row = compared.metrics.get(name) if compared else None
        if row:
            cells |= {
                f"{name}_difference": row.comparison.difference,
                **columns.end_cells(f"{name}_difference", row.comparison.interval),
                f"{name}_p": row.comparison.p_value,
            }
    return cells


def _difference(key: str, title: str) -> Column:
    about = f"{title} minus that of the run with images, on the same tasks."
    return columns.difference(f"{key}_difference", f"{title}, difference", about, interval=True)


_DIFFERENCES = ((SUCCESS, "Success"), (MEAN, columns.AVERAGE_TITLE))
_COLUMNS = (
    columns.text("agent", "Agent"),
    columns.text("condition", "Condition", "What the agent could see."),
    columns.score("success", interval=True),
    _difference(*_DIFFERENCES[0]),
    columns.score("average", interval=True),
    _difference(*_DIFFERENCES[1]),
    columns.count("tasks", "Attempts", "All attempts. In success, those not scored count as failed."),
    *(
        columns.rate(f"{key}_p", f"{title}, p", "From the paired permutation test over families.")
        for key, title in _DIFFERENCES
    ),
    columns.text("run", "Run", shown=False),
    *columns.ends("success"),
    *columns.ends("average"),
    *(
        end
        for key, title in _DIFFERENCES
        for end in columns.bounds(
            f"{key}_difference", f"{title}, difference", "Bound of the 95 % interval.", kind=Kind.DIFFERENCE
        )
    ),
)
