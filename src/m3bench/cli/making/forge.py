"""`m3bench forge`: generate references and tasks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Exit, Option, Typer

from m3bench.cli import options
from m3bench.cli.engine_options import Ray, Workers, engine_settings
from m3bench.cli.exit_codes import ExitCode
from m3bench.cli.making.forge_scenarios import scenarios
from m3bench.cli.making.forge_tasks import tasks
from m3bench.cli.sandbox_option import Sandbox, use_sandbox
from m3bench.core import UsageError
from m3bench.hosting import SandboxMode
from m3bench.runs import EngineSettings

if TYPE_CHECKING:
    from m3bench.forge.runner import ForgeLimits, ForgeSettings

forge = Typer(help="Generate reference trajectories and tasks.", no_args_is_help=True)


@forge.command()
def references(
    suite: options.SuiteName,
    *,
    out: Annotated[
        Path, Option(help="Folder for references and decisions. An earlier run in it is continued.")
    ],
    agent: Annotated[
        options.Strings, Option(help="Executor agent [default: executor]. Repeat to let several compete.")
    ] = None,
    model: Annotated[
        options.Strings, Option(help="Model of the executor. Repeat to let several compete.")
    ] = None,
    judge: Annotated[str, Option(help="Judge model, or none to decide by code alone.")] = "none",
    base_url: options.BaseUrl = None,
    fuzzy: options.Fuzzy = False,
    limit: options.Limit = None,
    family: options.Family = None,
    seed: Annotated[int, Option(help="Seed for random choices of the agents.")] = 0,
    max_steps: options.MaxSteps = None,
    concurrency: options.Concurrency = 2,
    workers: Workers = 1,
    ray: Ray = None,
    task_timeout: Annotated[float, Option(min=0.001, help="Time limit per attempt in seconds.")] = 600.0,
    max_cost: Annotated[float | None, Option(min=0.0, help="Cost limit in US dollars.")] = None,
    cache: Annotated[Path | None, Option(help="Folder of cached model replies.")] = None,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Let agents solve the tasks, judge their attempts, and keep the shortest valid one as the reference."""
    from m3bench.forge.runner import ForgeLimits, ForgeSettings  # noqa: PLC0415 - quick start

    if out.exists() and not out.is_dir():
        raise UsageError(f"{out} is a file.", "Name a folder with --out.")
    where = engine_settings(workers, ray)
    settings = ForgeSettings(
        suite=suite, agents=tuple(agent or ("executor",)), models=tuple(model or ()), judge=judge,
        base_url=base_url, fuzzy=fuzzy, limit=limit, families=tuple(family or ()), seed=seed,
        max_steps=max_steps, cache=None if cache is None else str(cache.resolve()),
    )  # fmt: skip
    limits = ForgeLimits(
        concurrency=concurrency, task_timeout=task_timeout, max_cost=max_cost, sandbox=use_sandbox(sandbox)
    )
    _forge(settings, out, limits, where)


forge.command()(tasks)
forge.command()(scenarios)


def _forge(settings: ForgeSettings, out: Path, limits: ForgeLimits, engine: EngineSettings) -> None:
    """Generate the references, and print a line for each task."""
    from functools import partial  # noqa: PLC0415 - quick start

    import anyio  # noqa: PLC0415

    from m3bench.cli.console import output, remarks  # noqa: PLC0415
    from m3bench.cli.installing import install_third_party  # noqa: PLC0415
    from m3bench.forge.runner import forge_references, selected_tasks  # noqa: PLC0415
    from m3bench.reports.terminal import ForgingProgress, print_forged  # noqa: PLC0415
    from m3bench.runs import HaltKind  # noqa: PLC0415

    tasks = selected_tasks(settings)
    install_third_party({server for task in tasks for server in task.servers})
    with ForgingProgress(remarks(), len(tasks)) as progress:
        work = partial(
            forge_references, settings, out, limits=limits, engine=engine.at_most(len(tasks)),
            on_decision=progress.told, resumed=progress.resumed, say=progress.say, signals=True,
        )  # fmt: skip
        tally = anyio.run(work)
    print_forged(output(), tally, out)
    if tally.halt is not None and tally.halt.kind is HaltKind.INTERRUPTED:
        raise Exit(ExitCode.INTERRUPTED)
    if tally.unfinished or any(forged.winner is None for forged in tally.forged):
        raise Exit(1)
