"""`m3bench suite export`: suites for other frameworks."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

import m3bench
from m3bench.cli import options
from m3bench.cli.console import output, progress_bar, remarks
from m3bench.core import Task, UsageError
from m3bench.core.text import did_you_mean
from m3bench.suites import Suite, SuiteRef, WorldRef, filter_families, find_suite, world_of_suite

_SHOWN = 5


class Framework(StrEnum):
    """What a suite can be exported to."""

    HARBOR = "harbor"


def export(
    name: options.SuiteName,
    folder: Annotated[Path, Argument(help="A new folder.", show_default=False)],
    *,
    to: Annotated[Framework, Option(help="The framework.")] = Framework.HARBOR,  # noqa: ARG001 - one
    task: Annotated[
        list[str] | None, Option("--task", metavar="ID", help="Export only this task. Repeatable.")
    ] = None,
    family: options.Family = None,
    limit: options.Limit = None,
    solution: Annotated[
        bool, Option("--solution", help="Add the reference of each task as a solution.")
    ] = False,
    install: Annotated[
        str | None,
        Option(metavar="SPEC|WHEEL", help="What the containers install [default: m3bench of this version]."),
    ] = None,
    apt: Annotated[
        list[str] | None, Option(metavar="PACKAGE", help="Debian package for the containers. Repeatable.")
    ] = None,
) -> None:
    """Export tasks as folders for Harbor: the gateway as MCP server, and a verifier in its own container."""
    from m3bench.integrations.harbor import EXTRAS, HarborExport  # noqa: PLC0415 - not needed by other commands

    ref = SuiteRef(name=name)
    world = world_of_suite(ref, WorldRef())
    suite = find_suite(ref, world)
    tasks = _chosen(suite, task or (), family or ())[:limit]
    exporting = HarborExport(
        suite=suite, world=world, version=m3bench.__version__, packages=tuple(apt or ()), solution=solution,
        install=install or f"m3bench[{EXTRAS}]=={m3bench.__version__}",
    )  # fmt: skip
    with progress_bar("exporting tasks", len(tasks)) as advance:
        result = exporting.write(tasks, folder, lambda: advance(1))
    output().print(f"{len(result.folders)} tasks exported to {folder}")
    for reason in list(result.left_out.values())[:_SHOWN]:
        remarks().print(f"left out: {reason}")
    if len(result.left_out) > _SHOWN:
        remarks().print(f"left out: {len(result.left_out) - _SHOWN} more")


def _chosen(suite: Suite, ids: Sequence[str], families: Sequence[str]) -> list[Task]:
    tasks = filter_families(suite, families)
    known = {task.id: task for task in tasks}
    for wanted in ids:
        if wanted not in known:
            hint = did_you_mean(wanted, known, f"m3bench list tasks {suite.name}")
            raise UsageError(f"{suite.name} has no task {wanted!r}.", hint)
    return [known[wanted] for wanted in dict.fromkeys(ids)] if ids else tasks
