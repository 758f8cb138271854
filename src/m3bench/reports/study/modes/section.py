"""The section about outcomes by level, kind and mode. Tables appear only where runs have such data."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.core.text import join
from m3bench.reports.study import columns
from m3bench.reports.study.modes.judges import judges_table
from m3bench.reports.study.modes.outcome import Outcome, outcomes_of
from m3bench.reports.study.modes.pairs import calling_table, retrieval_table
from m3bench.reports.study.modes.success import modes_table
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.table import Section, Table
from m3bench.reports.terminal import run_emergent_paths


def modes_section(runs: Sequence[StudyRun]) -> Section | None:
    """Return the section; None if no run is of MCPVerse's kind, and none differ in mode or calling."""
    outcomes = outcomes_of(runs)
    parts = (
        calling_table(outcomes),
        retrieval_table(outcomes),
        judges_table(outcomes),
        _emergent_table(outcomes),
        _left_out_table(runs),
    )
    tables = [table for table in parts if table is not None]
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
    groups: dict[tuple[str, str], set[tuple[str, str | None]]] = {}
    for outcome in outcomes:
        groups.setdefault((outcome.run.suite_digest, outcome.series), set()).add(
            (outcome.mode, outcome.calling)
        )
    return any(len(modes) > 1 for modes in groups.values())


def _emergent_table(outcomes: Sequence[Outcome]) -> Table | None:
    rows = [
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
    ]
    if not rows:
        return None
    return columns.table(
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


def _left_out_table(runs: Sequence[StudyRun]) -> Table | None:
    rows = [
        {
            "run": run.name,
            "task": each.id,
            "level": each.level,
            "why": each.why,
            "servers": ", ".join(each.servers),
            "request": each.request,
        }
        for run in runs
        for each in run.result.left_out
    ]
    if not rows:
        return None
    return columns.table(
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
