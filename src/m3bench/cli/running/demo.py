"""`m3bench demo`: run agents without a model on tasks of every suite, or with one; explain a score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from rich.console import Console
from typer import Exit, Option

from m3bench.cli import options
from m3bench.cli.console import output
from m3bench.cli.exit_codes import halt_code
from m3bench.cli.live_run import execute_run
from m3bench.cli.loading import make_scorer
from m3bench.cli.running import options as run_options
from m3bench.cli.scoring import report
from m3bench.core import UsageError
from m3bench.reports import print_explanation, print_families, print_side_by_side
from m3bench.runs import RunFolder, RunLimits, is_run, run_settings
from m3bench.scoring import DEFAULT_PROFILE, Scorer, explain
from m3bench.suites import suite_generator

if TYPE_CHECKING:
    from m3bench.reports.study import StudyRun


class Part(NamedTuple):
    """Tasks of a suite, and the agents that work on them."""

    suite: str
    title: str
    about: str
    agents: tuple[str, ...]
    options: dict[str, Any]
    """Of all runs."""
    model_options: Mapping[str, Any] = MappingProxyType({})
    """Further options of the first agent's run, if it has a model."""

    def options_of(self, agent: str) -> dict[str, Any]:
        """Return the options of an agent's run."""
        return {**self.options, **(self.model_options if agent == self.agents[0] else {})}


PARTS = (
    Part(
        "m3",
        "Pictures",
        "{} tasks in the manner of M³-Bench, one of each family: what is on the picture, and "
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
        "fixes it.",
        ("reference", "careless", "idle"),
        {"families": ("game_assets",), "limit": 1},
    ),
)


def part_with_model(agent: str, limit: int | None, **model_options: Any) -> Part:
    """Return the first part for an agent with a model, beside the best and the worst agent."""
    return PARTS[0]._replace(
        agents=(agent, "reference", "idle"),
        options=PARTS[0].options | ({"limit": limit} if limit else {}),
        model_options={name: value for name, value in model_options.items() if value not in (None, False)},
    )


_EXPLAINED = "noisy:0.3"
_AGENT = "executor"


class _Loaded(NamedTuple):
    """A finished run of a part."""

    part: Part
    agent: str
    path: Path
    run: StudyRun


def demo(
    *,
    model: run_options.Model = None,
    base_url: options.BaseUrl = None,
    agent: Annotated[str | None, Option(help=f"Agent that works with the model [default: {_AGENT}].")] = None,
    blind: run_options.TextOnly = False,
    reply_timeout: run_options.ReplyTimeout = None,
    in_flight: run_options.InFlight = None,
    limit: Annotated[int | None, Option(min=1, help="With a model: only the first N tasks.")] = None,
    out: Annotated[
        Path | None,
        Option(
            help="Folder for the runs [default: a new one below runs/]. A demo that was stopped continues."
        ),
    ] = None,
) -> None:
    """Run agents that need no model on tasks of every suite, explain a score and write a report.

    With --model, run that model on the tasks with pictures, beside the best and the worst agent.
    """
    if model is None and any((base_url, agent, blind, limit, reply_timeout, in_flight)):
        raise UsageError("Without --model, the demo takes no option but --out.", "Name a model with --model.")
    parts: Sequence[Part] = PARTS
    if model is not None:
        given = {"model": model, "base_url": base_url, "text_only": blind}
        parts = [part_with_model(agent or _AGENT, limit, **given)]
    limits = RunLimits(in_flight=in_flight, model_timeout=reply_timeout or RunLimits().model_timeout)
    folder = out or Path("runs") / f"demo-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    _run_demo(parts, folder, limits, explained=_EXPLAINED if model is None else parts[0].agents[0])


def _run_demo(parts: Sequence[Part], folder: Path, limits: RunLimits, *, explained: str) -> None:
    console = output()
    started: list[tuple[Part, str, Path]] = []
    for number, part in enumerate(parts, 1):
        console.rule(f"{number} of {len(parts)}: {part.title} ({part.suite})")
        families = suite_generator(part.suite).families if "per_family" in part.options else ()
        console.print(part.about.format(len(families)), soft_wrap=True)
        started += [(part, agent, _run_agent(console, part, agent, folder, limits)) for agent in part.agents]
    paths = [path for *_, path in started]
    scorer = make_scorer(DEFAULT_PROFILE, None, None, "minilm", cache=True, runs=paths)
    study_runs = report.load_study_runs(paths, scorer)
    runs = [_Loaded(*entry, run) for entry, run in zip(started, study_runs, strict=True)]
    _print_tables(console, parts, runs)
    chosen = next(run for run in runs if run.agent == explained)
    _explain_one(console, scorer, chosen)
    page = folder / "report.html"
    report.write_report(report.make_study(study_runs), paths, page)
    _print_next_steps(console, folder, chosen.path, page, has_model=bool(parts[0].model_options))


def _run_agent(console: Console, part: Part, agent: str, folder: Path, limits: RunLimits) -> Path:
    """Run an agent of a part, or continue its run. End the demo if the run ends early."""
    path = folder / part.suite / agent.replace(":", "-")
    settings = run_settings(part.suite, agent, **part.options_of(agent))
    if (begun := is_run(path)) and RunFolder.open(path).manifest.settings != settings:
        raise UsageError(f"{path} is a run with other options.", "Name another folder with --out.")
    halt = execute_run(path, limits, None if begun else settings, probe=settings.model.name is not None)
    if halt is not None:
        console.print(f"The demo is not complete. Continue with --out {folder}", soft_wrap=True)
        raise Exit(halt_code(halt))
    return path


def _print_tables(console: Console, parts: Sequence[Part], runs: Sequence[_Loaded]) -> None:
    pictures = [run for run in runs if run.part is parts[0]]
    console.rule("Pictures, by family")
    known = {family for picture in pictures for family in picture.run.report.families}
    generator = suite_generator("m3")
    families = map(generator.family, generator.families)
    titles = [family.title for family in families if family.title in known]
    print_families(console, [(picture.agent, picture.run.report) for picture in pictures], titles)
    console.print("Success: all checks of the outcome pass. The metrics compare the path with the reference.")
    for part in parts:
        console.rule(f"{part.title} ({part.suite})")
        rows = [(run.agent, run.run.report, run.run.result) for run in runs if run.part is part]
        print_side_by_side(console, rows)


def _print_next_steps(console: Console, folder: Path, run: Path, page: Path, *, has_model: bool) -> None:
    console.print(f"\nAll runs are in {folder}. Look closer:", soft_wrap=True)
    for command, what in (("view", folder), ("score", run), ("replay", run)):
        console.print(f"  m3bench {command} {what}", soft_wrap=True)
    console.print(f"Report, to open in a browser: {page}", soft_wrap=True)
    following = "run the whole suite: m3bench run m3 --agent executor --model …"
    if not has_model:
        following = "try a model of your own: m3bench demo --model openai/NAME"
    console.print(f"Next, {following}")


def _explain_one(console: Console, scorer: Scorer, explained: _Loaded) -> None:
    """Explain the task whose average is closest to 0.6, neither perfect nor lost."""
    run = explained.run
    chosen = min(run.report.tasks, key=lambda task: abs(task.metrics.average - 0.6))
    task = next(task for task in run.result.tasks if task.id == chosen.id)
    prediction = next(trajectory for trajectory in run.result.trajectories if trajectory.task_id == chosen.id)
    console.rule(f"One score explained: {task.id} by {explained.agent}")
    print_explanation(console, explain(scorer, prediction, task), scorer.profile)
