"""`m3bench suite build --sealed` and `suite reveal`: suites that stay secret until they are revealed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

import m3bench
from m3bench.cli import options
from m3bench.cli.console import print_line
from m3bench.cli.sandbox_option import use_sandbox
from m3bench.cli.suites.building import build_with_progress
from m3bench.core import Task, UsageError
from m3bench.curation import (
    COMMITMENT,
    RECIPE,
    TASKS,
    read_commitment,
    read_recipe,
    read_sealed,
    write_sealed,
)
from m3bench.formats import check_writable, write
from m3bench.hosting import SandboxMode
from m3bench.suites import (
    Recipe,
    WorldRef,
    conceal_ids,
    draw_salt,
    draw_seed,
    require_commitment,
    require_tasks,
    suite_generator,
)

SEALED_SUITE = "m3"
_DEFAULT_SIZE = 56


def seal(
    folder: Path, *, now: str, size: int | None, family: Sequence[str] | None, sandbox: SandboxMode
) -> None:
    """Build a suite from a secret seed, and a commitment to publish before the suite is run."""
    size = size or _DEFAULT_SIZE
    if folder.exists():
        raise UsageError(f"{folder} exists already.", "Name a new folder.")
    generator = suite_generator(SEALED_SUITE)
    names = tuple(family or generator.families)
    for name in names:
        generator.family(name)
    seed = draw_seed()
    tasks = _build(names, seed, now, size, sandbox)
    digests = tuple(task.digest for task in tasks)
    recipe = Recipe(
        seed=seed, salt=draw_salt(), now=now, size=size, families=names, version=m3bench.__version__,
        digests=digests,
    )  # fmt: skip
    commitment = write_sealed(folder, recipe, tasks)
    print_line(f"{len(tasks)} tasks are sealed in {folder}. Keep this folder secret.")
    print_line(f"commitment {commitment.commitment}")
    print_line(f"publish   {folder / COMMITMENT}")
    print_line(f"run       m3bench run {folder / TASKS} --agent …")
    print_line(f"reveal    m3bench suite reveal {folder}")


def reveal(
    sealed: Annotated[
        Path, Argument(help="Folder of a sealed suite, or the recipe that its owner published.")
    ],
    *,
    commitment: Annotated[
        Path | None, Option(help="The published commitment [default: the one in the folder].")
    ] = None,
    out: Annotated[
        Path | None, Option(help="Rebuild the tasks from the recipe and write them here (jsonl).")
    ] = None,
) -> None:
    """Reveal a sealed suite, and prove that it matches its commitment."""
    recipe = read_sealed(sealed) if sealed.is_dir() else read_recipe(sealed)
    published = commitment or (sealed / COMMITMENT if sealed.is_dir() else None)
    if published is None:
        hint = f"Give the published commitment: --commitment {COMMITMENT}"
        raise UsageError("A recipe proves nothing without its commitment.", hint)
    require_commitment(recipe, read_commitment(published))
    print_line(f"The recipe matches the commitment {recipe.commitment}")
    if sealed.is_dir():
        print_line(f"publish   {sealed / RECIPE}")
    if out is not None:
        _rebuild(recipe, out)


def _rebuild(recipe: Recipe, out: Path) -> None:
    check_writable(out)
    tasks = _build(recipe.families, recipe.seed, recipe.now, recipe.size)
    require_tasks(recipe, tasks)
    write(out, tasks, format="jsonl")
    print_line(f"Wrote {len(tasks)} tasks to {out}. All match the sealed ones.")


def _build(
    families: tuple[str, ...], seed: int, now: str, size: int, sandbox: SandboxMode = SandboxMode.AUTO
) -> list[Task]:
    world, in_sandbox = options.chosen_world(seed, now), use_sandbox(sandbox)
    ref = WorldRef(seed=world.seed, now=world.now)
    built = build_with_progress(suite_generator(SEALED_SUITE), families, ref, size, sandbox=in_sandbox)
    return conceal_ids([task.task for task in built])
