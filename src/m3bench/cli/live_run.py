"""Run with a live display, and print the scores at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
from rich.console import Console

from m3bench import reports, runs  # what a call does not need is not imported: see `lazy_names`
from m3bench.agents import make_agent
from m3bench.cli.console import remarks
from m3bench.cli.installing import install_third_party
from m3bench.cli.loading import make_scorer
from m3bench.cli.run_folders import score_result
from m3bench.core import Task
from m3bench.encoders import check_encoder
from m3bench.reports import LiveRun
from m3bench.runs import (
    EngineSettings,
    Halt,
    RunFolder,
    RunLabels,
    RunLimits,
    RunSettings,
    ablations,
    choose_tasks,
    resume_run,
    start_run,
)
from m3bench.runs.store import require_unchanged
from m3bench.scoring import DEFAULT_PROFILE, Extras, measure_dialogues
from m3bench.suites import find_suite, world_of_suite

if TYPE_CHECKING:
    from m3bench.runs import RunResult
    from m3bench.scoring import ScoreReport


def execute_run(
    path: Path,
    limits: RunLimits,
    settings: RunSettings | None,
    *,
    engine: EngineSettings = EngineSettings(),  # noqa: B008 - frozen
    probe: bool = False,
    preflight: bool = False,
    labels: RunLabels = RunLabels(),  # noqa: B008 - frozen
    retry: Sequence[str] = (),
    check_tasks: Callable[[Sequence[Task]], None] | None = None,
) -> Halt | None:
    """Start a run, or resume it if `settings` is None, with a live display.

    `check_tasks` may refuse the tasks before anything is run.
    """
    if settings is None:
        require_unchanged(RunFolder.open(path))
    known = settings or RunFolder.open(path).manifest.located_settings
    make_agent(known.agent)  # report a wrong name before the suite is built
    suite = find_suite(known.suite, world_of_suite(known.suite, known.world))
    tasks = choose_tasks(suite, known).tasks
    if check_tasks is not None:
        check_tasks(tasks)
    if _has_scores(tasks):
        check_encoder(known.encoder)
    install_third_party({server for task in tasks for server in task.servers})
    parts = (Path(known.suite.name).name, known.agent, known.model.name, *ablations(known))
    with LiveRun(remarks(), " · ".join(filter(None, parts))) as watcher:
        if settings is None:
            start = partial(resume_run, path, retry=retry)
        else:
            start = partial(start_run, settings, path, preflight=preflight, labels=labels)
        return anyio.run(
            partial(
                start, limits=limits, engine=engine, watcher=watcher, suite=suite, signals=True, probe=probe
            )
        )


def _has_scores(tasks: Sequence[Task]) -> bool:
    """Return whether trajectories are scored at the end, which needs an encoder."""
    return bool(tasks) and all(task.references for task in tasks)


def print_floors(console: Console, path: Path, result: RunResult, report: ScoreReport) -> None:
    """Print what trivial agents score on this suite, if that was measured."""
    if reports.is_floor(result.settings.agent):
        return
    floors = reports.read_floors().get(RunFolder.open(path).manifest.suite_digest, {}).get(report.profile, {})
    line = reports.floors_line(result.success, report.total.metrics.average, floors)
    if line:
        console.print(line, markup=False, soft_wrap=True)


def print_scores(
    console: Console, path: Path, *, shown: Path | None = None
) -> tuple[RunResult, ScoreReport | None]:
    """Print and return the outcome of a run, and its scores if the tasks have references."""
    result, report = runs.read_run(path), None
    reports.print_run(console, result)
    if _has_scores(result.tasks):
        encoder = result.settings.encoder
        scorer = make_scorer(DEFAULT_PROFILE, None, None, encoder, cache=True, runs=[path])
        report = score_result(result, scorer)
        reports.print_report(console, report, result)
        print_floors(console, path, result, report)
    reports.print_extras(console, Extras(dialogues=measure_dialogues(result.trajectories, result.tasks)))
    console.print(f"The run is in {shown or path}", markup=False, soft_wrap=True)
    return result, report
