"""`m3bench demo`: run agents that need no model, and compare and explain their scores."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from m3bench.cli.console import output
from m3bench.cli.live_run import execute_run
from m3bench.cli.loading import make_scorer
from m3bench.cli.scoring import report
from m3bench.reports import print_explanation, print_families, print_side_by_side
from m3bench.runs import RunLimits, RunResult, run_settings
from m3bench.scoring import DEFAULT_PROFILE, Scorer, ScoreReport, explain
from m3bench.suites.m3 import FAMILIES, load_family

AGENTS = ("reference", "noisy:0.3", "retrieval", "idle")
_SUITE = "m3"
_EXPLAINED = "noisy:0.3"


def demo(
    out: Annotated[
        Path | None, typer.Option(help="Folder for the runs [default: a new one below runs/].")
    ] = None,
) -> None:
    """Run four agents that need no model on a task of each family, explain a score and write a report."""
    console = output()
    folder = out or Path("runs") / f"demo-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    console.print(
        f"{len(FAMILIES)} tasks, one of each family, and {len(AGENTS)} agents that need no model:\n"
    )
    runs = [(agent, folder / agent.replace(":", "-")) for agent in AGENTS]
    for agent, path in runs:
        execute_run(path, RunLimits(), run_settings(_SUITE, agent, per_family=1))
    scorer = make_scorer(DEFAULT_PROFILE, None, None, "minilm", cache=True, runs=[path for _, path in runs])
    study_runs = report.load_study_runs([path for _, path in runs], scorer)
    reports = [(agent, run.report, run.result) for agent, run in zip(AGENTS, study_runs, strict=True)]
    console.rule("By family")
    titles = [load_family(name).title for name in FAMILIES]
    print_families(console, [(agent, scores) for agent, scores, _ in reports], titles)
    console.rule("By metric, and how many tasks pass all checks")
    print_side_by_side(console, reports)
    _explain_one(console, scorer, *next(each[1:] for each in reports if each[0] == _EXPLAINED))
    page = folder / "report.html"
    report.write_report(report.make_study(study_runs), [path for _, path in runs], page)
    console.print(f"\nAll runs are in {folder}. Look closer:", markup=False, soft_wrap=True)
    for command, what in (("view", folder), ("score", runs[1][1]), ("replay", runs[1][1])):
        console.print(f"  m3bench {command} {what}", markup=False, soft_wrap=True)
    console.print(f"Report, to open in a browser: {page}", markup=False, soft_wrap=True)
    console.print(
        "Next, run a model of your own: m3bench run m3 --agent executor --model openai/NAME", markup=False
    )


def _explain_one(console: Console, scorer: Scorer, report: ScoreReport, result: RunResult) -> None:
    """Explain the task whose average is closest to 0.6, neither perfect nor lost."""
    chosen = min(report.tasks, key=lambda task: abs(task.metrics.average - 0.6))
    task = next(task for task in result.tasks if task.id == chosen.id)
    prediction = next(found for found in result.trajectories if found.task_id == chosen.id)
    console.rule(f"One score explained: {task.id} by {_EXPLAINED}")
    print_explanation(console, explain(scorer, prediction, task), scorer.profile)
