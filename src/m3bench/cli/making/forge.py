"""`m3bench forge`: making what a benchmark is made of."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from m3bench.cli.sandboxing import Sandbox, sandbox_in_force
from m3bench.core import UsageError
from m3bench.hosting import SandboxMode

if TYPE_CHECKING:
    from m3bench.forge.runner import ForgeLimits, ForgeSettings

forge = typer.Typer(help="Make references and tasks.", no_args_is_help=True)

_Several: TypeAlias = list[str] | None
_INTERRUPTED = 130


@forge.command()
def references(
    suite: Annotated[str, typer.Argument(help="A suite (m3, smoke), or a file of tasks.")],
    *,
    out: Annotated[Path, typer.Option(help="The folder of references and decisions; goes on where it was.")],
    agent: Annotated[_Several, typer.Option(help="The executor; several compete.")] = None,
    model: Annotated[_Several, typer.Option(help="The executor's model; several compete.")] = None,
    judge: Annotated[str, typer.Option(help="The model that judges; none leaves it to code.")] = "none",
    base_url: Annotated[str | None, typer.Option(help="An OpenAI-compatible endpoint.")] = None,
    fuzzy: Annotated[bool, typer.Option("--fuzzy", help="Ask as a person would, vaguely.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many tasks.")] = None,
    family: Annotated[_Several, typer.Option(help="Only this family; several times for several.")] = None,
    seed: Annotated[int, typer.Option(help="Of what an agent draws.")] = 0,
    max_steps: Annotated[int | None, typer.Option(min=1, help="Instead of the agent's default.")] = None,
    concurrency: Annotated[int, typer.Option(min=1, help="Tasks at a time.")] = 2,
    task_timeout: Annotated[float, typer.Option(min=0.001, help="Seconds for one attempt.")] = 600.0,
    max_cost: Annotated[float | None, typer.Option(min=0.0, help="Dollars that it may cost in all.")] = None,
    cache: Annotated[Path | None, typer.Option(help="A folder of the models' replies.")] = None,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Let executors solve the tasks, judge how, and make the shortest way that works their reference."""
    from m3bench.forge.runner import ForgeLimits, ForgeSettings  # noqa: PLC0415 - quick start

    if out.exists() and not out.is_dir():
        raise UsageError(f"{out} is a file.", "Name a folder with --out.")
    settings = ForgeSettings(
        suite=suite,
        agents=tuple(agent or ("executor",)),
        models=tuple(model or ()),
        judge=judge,
        base_url=base_url,
        fuzzy=fuzzy,
        limit=limit,
        families=tuple(family or ()),
        seed=seed,
        max_steps=max_steps,
        cache=None if cache is None else str(cache.resolve()),
    )
    limits = ForgeLimits(
        concurrency=concurrency,
        task_timeout=task_timeout,
        max_cost=max_cost,
        sandbox=sandbox_in_force(sandbox),
    )
    _forge(settings, out, limits)


def _forge(settings: ForgeSettings, out: Path, limits: ForgeLimits) -> None:
    """With a line for each task as it is decided."""
    from functools import partial  # noqa: PLC0415 - quick start

    import anyio  # noqa: PLC0415

    from m3bench.cli.console import output, remarks  # noqa: PLC0415
    from m3bench.cli.selection import install_third_party  # noqa: PLC0415
    from m3bench.forge.runner import forge_references, selected_tasks  # noqa: PLC0415
    from m3bench.reports.terminal import ForgingProgress, print_forged  # noqa: PLC0415
    from m3bench.runs import HaltKind  # noqa: PLC0415

    tasks = selected_tasks(settings)
    install_third_party({server for task in tasks for server in task.servers})
    with ForgingProgress(remarks(), len(tasks)) as progress:
        work = partial(
            forge_references,
            settings,
            out,
            limits=limits,
            on_decision=progress.told,
            resumed=progress.resumed,
            say=progress.say,
            signals=True,
        )
        tally = anyio.run(work)
    print_forged(output(), tally, out)
    if tally.halt is not None and tally.halt.kind is HaltKind.INTERRUPTED:
        raise typer.Exit(_INTERRUPTED)
    if tally.unfinished or any(forged.winner is None for forged in tally.forged):
        raise typer.Exit(1)
