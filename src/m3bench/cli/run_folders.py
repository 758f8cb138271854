"""Load and score run folders, and print the scores of their judges."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console

from m3bench import runs  # what a call does not need is not imported: see `lazy_names`
from m3bench.cli.console import EncodingProgress
from m3bench.reports import terminal
from m3bench.runs import scoring as run_scoring

if TYPE_CHECKING:
    from m3bench.runs import RunResult
    from m3bench.scoring import Scorer, ScoreReport


def load_scorable_run(path: Path, *, outcomes: bool = False) -> RunResult:
    """Read a run. Raise if it has nothing to score; with `outcomes`, success is enough."""
    result = runs.read_scorable_run(path, outcomes=outcomes)
    runs.require_attempts({path: result})
    return result


def score_result(result: RunResult, scorer: Scorer) -> ScoreReport:
    """Score a run with a progress bar."""
    with EncodingProgress() as progress:
        return run_scoring.score_run_result(scorer, result, watcher=progress)


def print_judges(
    console: Console, run: Path, result: RunResult, report: ScoreReport | None = None
) -> dict[str, Any] | None:
    """Print the judges' scores of a run and return them for JSON; None if the run was not judged."""
    judged = runs.read_judged_run(run, result)
    if judged is None:
        return None
    columns = terminal.judge_columns(judged, result.tasks, report)
    terminal.print_judged(console, judged, columns)
    document = terminal.judged_to_dict(judged, columns)
    if judged.rubric:
        means = terminal.mcp_bench_means(result, judged)
        console.print()
        terminal.print_mcp_bench(console, means)
        document["mcp_bench"] = msgspec.to_builtins(means)
    return document
