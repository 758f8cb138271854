"""Compare the same agent with other images, without images, and without perception tools."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from m3bench.reports.headlines import estimate, headline
from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun
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
    groups = [group for group in _groups(runs) if len({_condition(run) for run in group}) > 1]
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


def _groups(runs: Sequence[StudyRun]) -> list[list[StudyRun]]:
    found: dict[tuple[str, str], list[StudyRun]] = defaultdict(list)
    for run in runs:
        found[run.suite_digest, without_condition(run.result.settings)].append(run)
    return [sorted(group, key=_order) for group in found.values()]


def _order(run: StudyRun) -> tuple[int, str]:
    name = _condition(run)
    return (CONDITIONS.index(name) if name in CONDITIONS else len(CONDITIONS)), name


def _rows(group: Sequence[StudyRun], seed: int) -> Iterator[Row]:
    full = next((run for name in (GIVEN, CLEAN) for run in group if _condition(run) == name), None)
    for run in group:
        settings, found = run.result.settings, headline(run.result, run.report)
        yield {
            "agent": f"{settings.agent} · {settings.model.name}" if settings.model.name else settings.agent,
            "condition": _condition(run),
            "run": run.name,
            "success": estimate(found.success),
            **columns.end_cells("success", found.success),
            "average": estimate(found.mean),
            **columns.end_cells("average", found.mean),
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
    return Column(
        key=f"{key}_difference",
        title=f"{title}, difference",
        kind=Kind.DIFFERENCE,
        definition=f"{title} minus that of the run with images, on the same tasks.",
        low=f"{key}_difference_low",
        high=f"{key}_difference_high",
    )


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
        columns.number(
            f"{key}_p", f"{title}, p", "From the paired permutation test over families.", kind=Kind.SCORE
        )
        for key, title in _DIFFERENCES
    ),
    columns.text("run", "Run", shown=False),
    *(end for key in ("success", "average") for end in columns.ends(key)),
    *(
        columns.number(
            f"{key}_difference_{end}",
            f"{title}, difference, {word} bound",
            "Bound of the 95 % interval.",
            kind=Kind.DIFFERENCE,
            shown=False,
        )
        for key, title in _DIFFERENCES
        for end, word in (("low", "lower"), ("high", "upper"))
    ),
)
