"""`m3bench score RUN`: the scores of a run folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from m3bench.cli.console import output
from m3bench.cli.gating import Outputs
from m3bench.cli.live_run import print_floors
from m3bench.cli.run_folders import load_scorable_run, print_judges
from m3bench.core import Task, UsageError
from m3bench.reports import print_extras, print_report, print_run
from m3bench.runs import RunFolder, RunResult, read_scorable_run
from m3bench.scoring import Extras, ScoreReport


def load_run(path: Path, *files: object, outputs: Outputs) -> RunResult:
    """Read a run. Raise if files are given as well, or if it has nothing to score."""
    if any(files):
        hint = "Leave --reference and --prediction out."
        raise UsageError("A run folder has its own references and trajectories.", hint)
    if outputs != Outputs():  # their reader wants to know what is missing
        return read_scorable_run(path, outcomes=True)
    return load_scorable_run(path, outcomes=True)


def print_run_scores(
    run: Path, result: RunResult, report: ScoreReport, extras: Extras
) -> dict[str, Any] | None:
    """Print the scores of a run, and return those of its judges."""
    print_run(output(), result)
    if result.is_outcome_only:
        output().print("The tasks have no references, so trajectories are not scored.")
    else:
        print_report(output(), report, result)
        print_floors(output(), run, result, report)
    judges = print_judges(output(), run, result, report)
    print_extras(output(), extras)
    return judges


def planned_tasks(run: Path) -> Sequence[Task]:
    """Return all tasks of a run, whether they were attempted or not."""
    return RunFolder.open(run).tasks()
