"""`m3bench runs`: list, merge, verify and repair run folders."""

from __future__ import annotations

import json
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from m3bench.cli import options
from m3bench.cli.console import output
from m3bench.cli.running.run_lists import list_runs, merge
from m3bench.runs import RunFolder
from m3bench.runs.store import NOT_PROTECTED, check_run, repair_run

runs = typer.Typer(help="List, merge, verify and repair run folders.", no_args_is_help=True)
runs.command("list")(list_runs)
runs.command()(merge)


@runs.command()
def verify(
    folder: options.RunPath,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check manifest, tasks, records and blobs for edits and damage. Exit code 1 if any are found."""
    found = check_run(RunFolder.open(folder))
    if as_json:
        _print(json.dumps(msgspec.to_builtins(found), indent=1))
    else:
        for damage in found.damages:
            _print(str(damage))
        if not found.protected:
            _print(NOT_PROTECTED)
        elif not found.damages:
            _print(f"{folder} is intact.")
    if found.damages:
        raise typer.Exit(1)


@runs.command()
def repair(
    folder: options.RunPath,
    *,
    accept: Annotated[
        bool, typer.Option("--accept", help="Accept changes of the manifest and the tasks.")
    ] = False,
) -> None:
    """Drop damaged records so that the run can be resumed. The old files are kept as backups."""
    found = repair_run(folder, accept=accept)
    if not found.lost:
        _print(f"{folder} is intact; there is nothing to repair.")
        return
    for damage in found.lost:
        _print(str(damage))
    _print(f"{found.kept:,} records were kept.")
    for backup in found.backups:
        _print(f"Backup: {backup}")
    if found.attempts:
        names = ", ".join(f"{key.task_id} (epoch {key.epoch})" for key in found.attempts)
        _print(f"{len(found.attempts)} attempts were lost: {names}")
    _print(f"Continue with: m3bench run --resume {folder}")


def _print(line: str) -> None:
    output().print(Text(line), soft_wrap=True)
