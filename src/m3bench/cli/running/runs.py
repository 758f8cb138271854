"""`m3bench runs`: whether a run folder is as it was written, and what can be done where it is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from m3bench.cli.console import output
from m3bench.runs import RunFolder
from m3bench.runs.store import NOT_PROTECTED, check_run, repair_run

runs = typer.Typer(help="Verify and repair run folders.", no_args_is_help=True)
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="A run folder.", show_default=False)]


@runs.command()
def verify(
    folder: Folder,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Look for edits and damage in manifest, tasks, records and blobs. Exit code 1 if there are any."""
    found = check_run(RunFolder.open(folder))
    if as_json:
        _print(json.dumps(msgspec.to_builtins(found), indent=1))
    else:
        for damage in found.damages:
            _print(str(damage))
        if not found.protected:
            _print(NOT_PROTECTED)
        elif not found.damages:
            _print(f"{folder} is as it was written.")
    if found.damages:
        raise typer.Exit(1)


@runs.command()
def repair(
    folder: Folder,
    *,
    accept: Annotated[
        bool, typer.Option("--accept", help="Take a changed manifest or changed tasks as they are.")
    ] = False,
) -> None:
    """Say what is lost, and write the rest anew beside copies of the old files; then the run can go on."""
    found = repair_run(folder, accept=accept)
    if not found.lost:
        _print(f"{folder} is as it was written; there is nothing to repair.")
        return
    for damage in found.lost:
        _print(str(damage))
    _print(f"{found.kept:,} records are kept.")
    for backup in found.backups:
        _print(f"What was there before is in {backup}")
    if found.attempts:
        named = ", ".join(f"{key.task_id} (epoch {key.epoch})" for key in found.attempts)
        _print(f"{len(found.attempts)} attempts are lost: {named}")
    _print(f"Go on with: m3bench run --resume {folder}")


def _print(line: str) -> None:
    output().print(Text(line), soft_wrap=True)
