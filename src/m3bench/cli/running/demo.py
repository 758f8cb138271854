"""`m3bench demo`: run agents that need no model on tasks of every suite, and explain their scores."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from rich.console import Console

from m3bench.cli.console import output
from m3bench.cli.live_run import execute_run
from m3bench.cli.loading import make_scorer
from m3bench.cli.scoring import report
from m3bench.reports import print_explanation, print_families, print_side_by_side
from m3bench.runs import RunLimits, run_settings
from m3bench.scoring import DEFAULT_PROFILE, Scorer, explain
from m3bench.suites.m3 import FAMILIES, load_family

if TYPE_CHECKING:
    from m3bench.reports.study import StudyRun

_EXPLAINED = "noisy:0.3"


class Part(NamedTuple):
    """Tasks of a suite, and the agents that work on them."""

    suite: str
    title: str
    about: str
    agents: tuple[str, ...]
    options: dict[str, Any]
    """Of the runs."""


PARTS = (
    Part(
        "m3",
        "Pictures",
        f"{len(FAMILIES)} tasks in the manner of M³-Bench, one of each family: what is on the picture, and "
        "what do tools know about it?",
        ("reference", "noisy:0.3", "retrieval", "idle"),
        {"per_family": 1},
    ),
    Part(
        "cross",
        "Several servers",
        "A long task in the manner of MCP-Bench: a vague request, three servers that it needs, and ten that "
        "it does not.",
        ("reference", "noisy:0.3", "idle"),
        {"families": ("NASA Data, Google Maps and Wikipedia",), "limit": 1},
    ),
    Part(
        "verse",
        "Thousands of tools",
        "A task in the manner of MCPVerse: only the outcome counts, and more than 3,000 tools are mounted.",
        ("reference", "noisy:0.3", "idle"),
        {"families": ("Days Out",), "limit": 1, "mode": "max:synthetic"},
    ),
    Part(
        "omni",
        "A closed loop",
        "A task in the manner of TOBench: the work is only right if the agent looks at what it made, and "
        "mends it.",
        ("reference", "careless", "idle"),
        {"families": ("game_assets",), "limit": 1},
    ),
)


class _Loaded(NamedTuple):
    """A finished run of a part."""

    part: Part
    agent: str
    path: Path
    run: StudyRun


def demo(
    out: Annotated[
        Path | None, typer.Option(help="Folder for the runs [default: a new one below runs/].")
    ] = None,
) -> None:
    """Run agents that need no model on tasks of every suite, explain a score and write a report."""
    console = output()
    folder = out or Path("runs") / f"demo-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    started = [
        entry for number, part in enumerate(PARTS, 1) for entry in _run_part(console, number, part, folder)
    ]
    paths = [path for _, _, path in started]
    scorer = make_scorer(DEFAULT_PROFILE, None, None, "minilm", cache=True, runs=paths)
    study_runs = report.load_study_runs(paths, scorer)
    runs = [_Loaded(*entry, run) for entry, run in zip(started, study_runs, strict=True)]
    _print_tables(console, runs)
    _explain_one(console, scorer, next(each.run for each in runs if each.agent == _EXPLAINED))
    page = folder / "report.html"
    report.write_report(report.make_study(study_runs), paths, page)
    _print_next_steps(console, folder, paths[1], page)


def _run_part(console: Console, number: int, part: Part, folder: Path) -> list[tuple[Part, str, Path]]:
    """Run all agents of a part."""
    console.rule(f"{number} of {len(PARTS)}: {part.title} ({part.suite})")
    console.print(part.about, soft_wrap=True)
    found = [(part, agent, folder / part.suite / agent.replace(":", "-")) for agent in part.agents]
    for _, agent, path in found:
        execute_run(path, RunLimits(), run_settings(part.suite, agent, **part.options))
    return found


def _print_tables(console: Console, runs: Sequence[_Loaded]) -> None:
    pictures = [each for each in runs if each.part is PARTS[0]]
    console.rule("Pictures, by family")
    titles = [load_family(name).title for name in FAMILIES]
    print_families(console, [(each.agent, each.run.report) for each in pictures], titles)
    console.print("Success: all checks of the outcome pass. The metrics compare the path with the reference.")
    for part in PARTS:
        console.rule(f"{part.title} ({part.suite})")
        rows = [(each.agent, each.run.report, each.run.result) for each in runs if each.part is part]
        print_side_by_side(console, rows)


def _print_next_steps(console: Console, folder: Path, run: Path, page: Path) -> None:
    console.print(f"\nAll runs are in {folder}. Look closer:", markup=False, soft_wrap=True)
    for command, what in (("view", folder), ("score", run), ("replay", run)):
        console.print(f"  m3bench {command} {what}", markup=False, soft_wrap=True)
    console.print(f"Report, to open in a browser: {page}", markup=False, soft_wrap=True)
    console.print(
        "Next, run a model of your own: m3bench run m3 --agent executor --model openai/NAME", markup=False
    )


def _explain_one(console: Console, scorer: Scorer, run: StudyRun) -> None:
    """Explain the task whose average is closest to 0.6, neither perfect nor lost."""
    chosen = min(run.report.tasks, key=lambda task: abs(task.metrics.average - 0.6))
    task = next(task for task in run.result.tasks if task.id == chosen.id)
    prediction = next(found for found in run.result.trajectories if found.task_id == chosen.id)
    console.rule(f"One score explained: {task.id} by {_EXPLAINED}")
    print_explanation(console, explain(scorer, prediction, task), scorer.profile)
