"""Run with a live display, and print the scores at the end."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import anyio
from rich.console import Console

from m3bench.agents import make_agent
from m3bench.cli.console import remarks
from m3bench.cli.installing import install_third_party
from m3bench.cli.loading import make_scorer, score_result
from m3bench.reports import (
    LiveRun,
    floors_line,
    is_floor,
    print_extras,
    print_report,
    print_run,
    read_floors,
)
from m3bench.runs import (
    EngineSettings,
    Halt,
    RunFolder,
    RunLimits,
    RunResult,
    RunSettings,
    ablations,
    choose_tasks,
    read_run,
    resume_run,
    start_run,
)
from m3bench.runs.store import require_unchanged
from m3bench.scoring import DEFAULT_PROFILE, Extras, ScoreReport, measure_dialogues
from m3bench.suites import find_suite, world_of_suite


def _saved_settings(path: Path) -> RunSettings:
    """Return the settings of a run to resume. Raise if its files were changed."""
    folder = RunFolder.open(path)
    require_unchanged(folder)
    return folder.manifest.settings


def execute_run(
    path: Path,
    limits: RunLimits,
    settings: RunSettings | None,
    *,
    engine: EngineSettings = EngineSettings(),  # noqa: B008 - frozen
    probe: bool = False,
) -> Halt | None:
    """Start a run, or resume it if `settings` is None, with a live display."""
    known = settings or _saved_settings(path)
    make_agent(known.agent)  # report a wrong name before the suite is built
    suite = find_suite(known.suite, world_of_suite(known.suite, known.world))
    install_third_party({server for task in choose_tasks(suite, known).tasks for server in task.servers})
    parts = (Path(known.suite.name).name, known.agent, known.model.name, *ablations(known))
    title = " · ".join(filter(None, parts))
    with LiveRun(remarks(), title) as watcher:
        start = partial(resume_run, path) if settings is None else partial(start_run, settings, path)
        work = partial(
            start, limits=limits, engine=engine, watcher=watcher, suite=suite, signals=True, probe=probe
        )
        return anyio.run(work)


def print_floors(console: Console, path: Path, result: RunResult, report: ScoreReport) -> None:
    """Print what trivial agents score on this suite, if that was measured."""
    if is_floor(result.settings.agent):
        return
    floors = read_floors().get(RunFolder.open(path).manifest.suite_digest, {}).get(report.profile, {})
    line = floors_line(result.strict_success, report.total.metrics.average, floors)
    if line:
        console.print(line, markup=False, soft_wrap=True)


def print_scores(console: Console, path: Path) -> None:
    """Print the outcome of a run, its scores if the tasks have references, and its folder."""
    result = read_run(path)
    print_run(console, result)
    if result.tasks and all(task.references for task in result.tasks):
        scorer = make_scorer(DEFAULT_PROFILE, None, None, "minilm", cache=True, runs=[path])
        report = score_result(result, scorer)
        print_report(console, report)
        print_floors(console, path, result, report)
    print_extras(console, Extras(dialogues=measure_dialogues(result.trajectories, result.tasks)))
    console.print(f"The run is in {path}", markup=False, soft_wrap=True)
