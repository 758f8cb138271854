"""Load and score run folders, and print the scores of their judges."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from m3bench.cli.console import EncodingProgress
from m3bench.reports.terminal import (
    judge_columns,
    judged_to_dict,
    mcp_bench_means,
    print_judged,
    print_mcp_bench,
)
from m3bench.runs import RunResult, read_judged_run, read_scorable_run, require_attempts
from m3bench.runs.scoring import score_run_result
from m3bench.scoring import Scorer, ScoreReport


def load_scorable_run(path: Path, *, outcomes: bool = False) -> RunResult:
    """Read a run. Raise if it has nothing to score; with `outcomes`, success is enough."""
    result = read_scorable_run(path, outcomes=outcomes)
    require_attempts({path: result})
    return result


def score_result(result: RunResult, scorer: Scorer) -> ScoreReport:
    """Score a run with a progress bar."""
    with EncodingProgress() as progress:
        return score_run_result(scorer, result, watcher=progress)


def print_judges(
    console: Console, run: Path, result: RunResult, report: ScoreReport | None = None
) -> dict[str, Any] | None:
    """Print the judges' scores of a run and return them for JSON; None if the run was not judged."""
    judged = read_judged_run(run, result)
    if judged is None:
        return None
    columns = judge_columns(judged, result.tasks, report)
    print_judged(console, judged, columns)
    document = judged_to_dict(judged, columns)
    if judged.rubric:
        means = mcp_bench_means(result, judged)
        console.print()
        print_mcp_bench(console, means)
        document["mcp_bench"] = msgspec.to_builtins(means)
    return document
