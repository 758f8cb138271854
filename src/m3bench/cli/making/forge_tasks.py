"""`m3bench forge tasks`: tasks over chains of tools that were found and carried out."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import anyio
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from m3bench.cli import options
from m3bench.cli.console import output, remarks
from m3bench.cli.sandboxing import Sandbox, sandbox_in_force
from m3bench.cli.selection import install_third_party
from m3bench.core import UsageError
from m3bench.formats import check_writable, write
from m3bench.hosting import SandboxMode
from m3bench.world import DEFAULT_SEED

if TYPE_CHECKING:
    from m3bench.forge.runner import TaskForgeSettings


def tasks(
    servers: Annotated[str, typer.Option(help="Servers, with commas: google-maps,weather,nationalparks.")],
    out: Annotated[Path, typer.Option(help="The file of tasks to write (jsonl).")],
    *,
    count: Annotated[int, typer.Option(min=1, help="How many tasks.")] = 10,
    seed: Annotated[int, typer.Option(help="Which chains come first, and which distractors.")] = 0,
    model: Annotated[
        str, typer.Option(help="Writes and judges the tasks; none: templates write them.")
    ] = "none",
    base_url: Annotated[str | None, typer.Option(help="An OpenAI-compatible endpoint.")] = None,
    distractors: Annotated[int, typer.Option(min=0, help="Servers beside those that a task needs.")] = 0,
    longest: Annotated[int, typer.Option(min=1, max=6, help="Links in the longest chain.")] = 3,
    config: Annotated[list[Path] | None, typer.Option(help="A client's file of further MCP servers.")] = None,
    trust: Annotated[
        list[str] | None,
        typer.Option(help="A server all of whose tools may be called, not only those that say they read."),
    ] = None,
    max_cost: Annotated[float | None, typer.Option(min=0.0, help="Dollars that it may cost in all.")] = None,
    world_seed: Annotated[int, typer.Option(help="Which world the servers answer from.")] = DEFAULT_SEED,
    now: options.WorldNow = options.DEFAULT_NOW_TEXT,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Find chains of tools, carry them out, and write tasks over them. The same command goes on."""
    from m3bench.forge.runner import TaskForgeSettings, resolve_servers  # noqa: PLC0415 - loads the encoder

    check_writable(out)
    settings = TaskForgeSettings(
        servers=_names(servers),
        count=count,
        seed=seed,
        model=model,
        base_url=base_url,
        distractors=distractors,
        longest=longest,
        world_seed=world_seed,
        world_now=options.world_of(world_seed, now).now.isoformat(),
        configs=tuple(str(path.resolve()) for path in config or ()),
        trusted=tuple(trust or ()),
    )
    resolve_servers(settings)
    install_third_party(settings.servers)
    _forge(settings, out, max_cost, sandbox=sandbox_in_force(sandbox))


def _names(servers: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in servers.split(",") if name.strip()))
    if not names:
        raise UsageError("There is no server to look at.", "Name some: --servers google-maps,weather")
    return names


def _forge(settings: TaskForgeSettings, out: Path, max_cost: float | None, *, sandbox: bool) -> None:
    from m3bench.forge.runner import forge  # noqa: PLC0415 - loads the encoder

    console = remarks()
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("starting servers", total=None)

        def told(what: str, done: int, whole: int) -> None:
            progress.update(bar, description=what, completed=done, total=whole)

        def say(text: str) -> None:
            console.print(text, markup=False)

        work = partial(forge, settings, out, max_cost=max_cost, on_progress=told, say=say, sandbox=sandbox)
        forged = anyio.run(work)
    made = [each.task for each in forged.made if each.task is not None][: settings.count]
    if made:
        write(out, made, format="jsonl")
    left = [each.reason for each in forged.made if each.task is None and each.chain]
    output().print(
        f"{forged.links} links between tools; {len(made)} tasks in {out}; {len(left)} plans gave none.",
        markup=False,
        soft_wrap=True,
    )
    if forged.halted:
        console.print(f"{forged.halted}. The same command with a higher limit goes on.", markup=False)
    elif len(made) < settings.count:
        last = f" The last one: {left[-1]}" if left else ""
        console.print(
            f"There is nothing more to try: {len(made)} of {settings.count} tasks.{last}", markup=False
        )
    if len(made) < settings.count:
        raise typer.Exit(1)
