"""`m3bench forge scenarios`: let a model build closed-loop tasks of a new slice."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import anyio
from typer import Argument, Exit, Option

from m3bench.cli import options
from m3bench.cli.console import print_line, progress_bar, remark, remarks
from m3bench.cli.sandbox_option import Sandbox, use_sandbox
from m3bench.core import Difficulty, Usage, UsageError
from m3bench.formats import check_writable, write
from m3bench.hosting import SandboxMode
from m3bench.runs.serving import own_servers
from m3bench.worlds import DEFAULT_SEED

if TYPE_CHECKING:
    from m3bench.forge.runner import ScenarioForgeSettings
    from m3bench.forge.scenarios import ForgedScenario

_AREAS = ("service", "creation")
_MOST_SHOWN = 3


def scenarios(
    name: Annotated[str, Argument(metavar="SLICE", help="The slice, in words: car repair.")],
    *,
    area: Annotated[str, Option(help="service or creation.")] = "service",
    servers: Annotated[str, Option(help="Servers that tasks may use, separated by commas.")],
    model: Annotated[str, Option(help="Model that thinks of the scenarios and writes the tasks.")],
    out: Annotated[Path, Option(help="File of tasks to write (jsonl).")],
    base_url: options.BaseUrl = None,
    count: Annotated[int, Option(min=1, help="Number of scenarios.")] = 10,
    difficulty: Annotated[
        list[Difficulty] | None, Option(help="Difficulty. Repeatable [default: all three].")
    ] = None,
    rounds: Annotated[int, Option(min=1, help="Drafts of one task: the first and corrections.")] = 3,
    seed: Annotated[int, Option(help="Seed of the model.")] = 0,
    max_cost: Annotated[float | None, Option(min=0.0, help="Cost limit in US dollars.")] = None,
    world_seed: options.WorldSeed = DEFAULT_SEED,
    now: options.WorldNow = options.DEFAULT_NOW_TEXT,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Let a model build tasks as TOBench's were: scenarios, drafts, trial, correction, audit."""
    from m3bench.forge.runner import ScenarioForgeSettings  # noqa: PLC0415 - loads the encoder

    check_writable(out)
    if area not in _AREAS:
        raise UsageError(f"There is no area {area!r}.", f"Choose from: {', '.join(_AREAS)}.")
    settings = ScenarioForgeSettings(
        slice=name, area=area, servers=_servers(servers), scenarios=count,
        difficulties=tuple(difficulty or Difficulty), rounds=rounds, model=model, base_url=base_url,
        seed=seed, world_seed=world_seed, world_now=options.chosen_world(world_seed, now).now.isoformat(),
    )  # fmt: skip
    forged = _forge(settings, out, max_cost, sandbox=use_sandbox(sandbox))
    made = [scenario.task for scenario in forged if scenario.task is not None]
    if made:
        write(out, made, format="jsonl")
    _print_failed(forged)
    print_line(f"{len(made)} of {len(forged)} tasks can be used: {out}")
    if not made:
        raise Exit(1)


def _servers(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    unknown = [name for name in names if name not in own_servers()]
    if not names or unknown:
        what = f"There is no bundled server {unknown[0]!r}." if unknown else "No servers were given."
        raise UsageError(what, "m3bench list servers shows them all.")
    return names


def _forge(
    settings: ScenarioForgeSettings, out: Path, max_cost: float | None, *, sandbox: bool
) -> list[ForgedScenario]:
    from m3bench.forge.runner import forge_scenarios  # noqa: PLC0415 - loads the encoder

    total = settings.scenarios * len(settings.difficulties)
    with progress_bar("building tasks", total) as advance:
        work = partial(
            forge_scenarios, settings, out,
            check=partial(_check_cost, max_cost),
            on_forged=lambda *_: advance(1),
            say=remarks().print,
            sandbox=sandbox,
        )  # fmt: skip
        return anyio.run(work)


def _check_cost(max_cost: float | None, spent: Usage) -> None:
    if max_cost is not None and (spent.cost or 0.0) >= max_cost:
        raise UsageError(f"--max-cost {max_cost:g} is reached.", "Run the same command with more to go on.")


def _print_failed(forged: list[ForgedScenario]) -> None:
    for failed in forged:
        if failed.task is None:
            shown = "; ".join(failed.problems[:_MOST_SHOWN])
            remark(f"{failed.scenario.name}, {failed.difficulty}: {shown}")
