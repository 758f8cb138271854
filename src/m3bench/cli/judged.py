"""Printing what judges said of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from m3bench.reports.terminal import (
    judge_columns,
    judged_to_dict,
    mcp_bench_means,
    print_judged,
    print_mcp_bench,
)
from m3bench.runs import RunResult, read_judged_run
from m3bench.scoring import ScoreReport


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
