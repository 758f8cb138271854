"""`m3bench forge tasks`: generate tasks over chains of tools."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import anyio
from typer import Exit, Option

from m3bench.cli import options
from m3bench.cli.console import print_line, remark, remarks, stage_progress
from m3bench.cli.engine_options import Ray, Workers, engine_settings
from m3bench.cli.installing import install_third_party
from m3bench.cli.sandbox_option import Sandbox, use_sandbox
from m3bench.core import UsageError
from m3bench.core.text import did_you_mean
from m3bench.formats import check_writable, write
from m3bench.hosting import SandboxMode
from m3bench.runs import EngineSettings
from m3bench.worlds import DEFAULT_SEED

if TYPE_CHECKING:
    from m3bench.forge.runner import TaskForgeSettings
    from m3bench.forge.tasks import Shape


def tasks(
    servers: Annotated[str, Option(help="Servers, separated by commas: google-maps,weather,nationalparks.")],
    out: Annotated[Path, Option(help="File of tasks to write (jsonl).")],
    *,
    count: Annotated[int, Option(min=1, help="Number of tasks.")] = 10,
    seed: Annotated[int, Option(help="Seed of the order of chains and of the distractors.")] = 0,
    model: Annotated[
        str, Option(help="Model that writes and judges the tasks, or none to use templates.")
    ] = "none",
    base_url: options.BaseUrl = None,
    distractors: Annotated[int, Option(min=0, help="Number of servers that a task does not need.")] = 0,
    longest: Annotated[int, Option(min=1, max=6, help="Maximum number of links in a chain.")] = 3,
    config: options.Config = None,
    trust: Annotated[
        list[str] | None,
        Option(help="Server whose tools may all be called, not only the read-only ones. Repeatable."),
    ] = None,
    shape: Annotated[
        list[str] | None,
        Option(
            help="Shape of the tasks: chain, parallel, decision, iteration, validation or aggregation. "
            "Repeatable. Such tasks have a form."
        ),
    ] = None,
    max_cost: Annotated[float | None, Option(min=0.0, help="Cost limit in US dollars.")] = None,
    world_seed: options.WorldSeed = DEFAULT_SEED,
    now: options.WorldNow = options.DEFAULT_NOW_TEXT,
    workers: Workers = 1,
    ray: Ray = None,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Find chains of tools, execute them, and write tasks over them. The same command continues later."""
    from m3bench.forge.runner import TaskForgeSettings, resolve_servers  # noqa: PLC0415 - loads the encoder

    check_writable(out)
    where = engine_settings(workers, ray)
    settings = TaskForgeSettings(
        servers=_names(servers), count=count, seed=seed, model=model, base_url=base_url,
        distractors=distractors, longest=longest, world_seed=world_seed,
        world_now=options.chosen_world(world_seed, now).now.isoformat(),
        configs=tuple(str(path.resolve()) for path in config or ()),
        trusted=tuple(trust or ()), shapes=_shapes(shape or ()),
    )  # fmt: skip
    if settings.shapes and not where.is_this_process:
        hint = "Omit --workers and --ray, or --shape."
        raise UsageError("Tasks of a --shape are made in this process.", hint)
    resolve_servers(settings)
    install_third_party(settings.servers)
    _forge(settings, out, max_cost, where, sandbox=use_sandbox(sandbox))


def _names(servers: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in servers.split(",") if name.strip()))
    if not names:
        raise UsageError("No servers were given.", "Name some: --servers google-maps,weather")
    return names


def _shapes(names: Sequence[str]) -> tuple[Shape, ...]:
    from m3bench.forge.tasks.shapes import SHAPES  # noqa: PLC0415 - slow to load

    known = {str(shape): shape for shape in SHAPES}
    for name in names:
        if name not in known:
            listed = f"Choose from: {', '.join(known)}."
            raise UsageError(f"There is no shape {name!r}.", did_you_mean(name, sorted(known), listed))
    return tuple(known[name] for name in dict.fromkeys(names))


def _forge(
    settings: TaskForgeSettings, out: Path, max_cost: float | None, engine: EngineSettings, *, sandbox: bool
) -> None:
    from m3bench.forge.runner import forge  # noqa: PLC0415 - loads the encoder

    console = remarks()
    with stage_progress("starting servers") as on_progress:
        work = partial(
            forge, settings, out,
            max_cost=max_cost, on_progress=on_progress, say=console.print, sandbox=sandbox, engine=engine,
        )  # fmt: skip
        forged = anyio.run(work)
    made = [plan.task for plan in forged.made if plan.task is not None][: settings.count]
    if made:
        write(out, made, format="jsonl")
    failed = [plan.reason for plan in forged.made if plan.task is None and plan.chain]
    print_line(f"{forged.links} links between tools; {len(made)} tasks in {out}; {len(failed)} plans failed.")
    for shape, reason in forged.missing.items():
        remark(f"No task of the shape {shape}: {reason}.")
    if forged.halted:
        console.print(f"{forged.halted}. Run the same command with a higher limit to continue.")
    elif len(made) < settings.count:
        last = f" The last failure: {failed[-1]}" if failed else ""
        console.print(f"No plans are left: {len(made)} of {settings.count} tasks were made.{last}")
    if len(made) < settings.count:
        raise Exit(1)
