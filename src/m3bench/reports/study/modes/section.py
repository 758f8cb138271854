"""The section about outcomes by level, kind and mode. Tables appear only where runs have such data."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.core.text import join
from m3bench.reports.study import columns
from m3bench.reports.study.modes.judges import judges_table
from m3bench.reports.study.modes.outcome import Outcome, outcomes_of
from m3bench.reports.study.modes.pairs import calling_table, retrieval_table
from m3bench.reports.study.modes.success import modes_table
from m3bench.reports.study.run import StudyRun, grouped
from m3bench.reports.study.table import Section, Table
from m3bench.reports.terminal import run_emergent_paths


def modes_section(runs: Sequence[StudyRun]) -> Section | None:
    """Return the section; None if no run is of MCPVerse's kind, and none differ in mode or calling."""
    outcomes = outcomes_of(runs)
    compared = (calling_table(outcomes), retrieval_table(outcomes), judges_table(outcomes))
    tables = [
        *(table for table in compared if table is not None),
        *_emergent_table(outcomes),
        *_left_out_table(runs),
    ]
    if not (tables or any(outcome.is_verse for outcome in outcomes) or _differ_in_mode(outcomes)):
        return None
    return Section(
        name="modes",
        title="Levels, kinds and modes",
        intro=(
            "An attempt succeeds by its checks, or by its answer key: by code where that decides, else by a "
            "judge. SR is the mean over the three levels. Attempts that were not scored count as failed."
        ),
        tables=(*([modes_table(outcomes)] if outcomes else []), *tables),
    )


def _differ_in_mode(outcomes: Sequence[Outcome]) -> bool:
    groups = grouped(outcomes, lambda outcome: (outcome.run.suite_digest, outcome.series)).values()
    return any(len({(outcome.mode, outcome.calling) for outcome in group}) > 1 for group in groups)


def _emergent_table(outcomes: Sequence[Outcome]) -> tuple[Table, ...]:
    rows = (
        {
            "run": outcome.run.name,
            "mode": outcome.mode,
            "task": path.id,
            "level": path.level,
            "unused": join(path.unused),
            "others": join(path.others),
        }
        for outcome in outcomes
        for path in run_emergent_paths(outcome.run.result)
    )
    return columns.table_if_any(
        "emergent_paths",
        "Emergent paths",
        (
            columns.RUN,
            columns.text("mode", "Mode"),
            columns.text("task", "Task"),
            columns.text("level", "Level"),
            columns.text("unused", "Without", "Annotated servers that had no successful call."),
            columns.text("others", "With", "Other servers that had one."),
        ),
        rows,
        note="Attempts that succeed without a server that the task was annotated with, by another one.",
    )


def _left_out_table(runs: Sequence[StudyRun]) -> tuple[Table, ...]:
    rows = (
        {
            "run": run.name,
            "task": task.id,
            **columns.cells(task, "level", "why", "request"),
            "servers": ", ".join(task.servers),
        }
        for run in runs
        for task in run.result.left_out
    )
    return columns.table_if_any(
        "left_out",
        "Tasks left out",
        (
            columns.RUN,
            columns.text("task", "Task"),
            columns.text("level", "Level"),
            columns.text("why", "Why"),
            columns.text("servers", "Servers", "The servers because of which it was left out."),
            columns.text("request", "Request"),
        ),
        rows,
        note="These tasks were not attempted. They are part of no score.",
    )
