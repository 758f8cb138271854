"""`m3bench runs`: list, merge, verify and repair run folders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import msgspec
from typer import Argument, Exit, Option, Typer

from m3bench.cli import options
from m3bench.cli.console import output, print_line
from m3bench.cli.running.launch import print_summaries
from m3bench.cli.running.transcript import transcript
from m3bench.core import UsageError
from m3bench.core.text import plural
from m3bench.runs import RunFolder, run_scorer
from m3bench.runs.listing import SORT_KEYS, find_runs, sort_summaries, summarize_run
from m3bench.runs.merging import merge_runs
from m3bench.runs.store import NOT_PROTECTED, check_run, repair_run

runs = Typer(help="List, merge, verify and repair runs, and show their transcripts.", no_args_is_help=True)


@runs.command("list")
def list_runs(
    folder: Annotated[Path, Argument(help="A folder with runs.")] = Path("runs"),
    *,
    sort: Annotated[str, Option(metavar="KEY", help=f"Sort by {', '.join(SORT_KEYS)}.")] = "created",
    tag: Annotated[
        list[str] | None, Option(metavar="TAG", help="Only runs with this tag. Repeatable.")
    ] = None,
    no_mean: Annotated[
        bool, Option("--no-mean", help="Do not compute the mean of the six metrics, which takes longest.")
    ] = False,
    as_json: Annotated[bool, Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the runs in a folder, with success, mean, tokens, cost, time and tags."""
    sort_summaries((), sort)  # a wrong key is refused before runs are read
    paths = find_runs([folder])
    scorer = None if no_mean else run_scorer(paths)
    summaries = [summarize_run(path, mean=not no_mean, scorer=scorer) for path in paths]
    chosen = [summary for summary in summaries if set(tag or ()) <= set(summary.tags)]
    ordered = sort_summaries(chosen, sort)
    if as_json:
        plain = msgspec.to_builtins(ordered, enc_hook=str)
        print_line(msgspec.json.format(msgspec.json.encode(plain)).decode())
        return
    print_summaries(output(), ordered)
    if not ordered:
        print_line(f"No run in {folder} has {plural(len(tag or ()), 'tag')} {', '.join(tag or ())}.")


@runs.command()
def merge(
    runs: Annotated[list[Path], Argument(help="Run folders, two or more.", show_default=False)],
    *,
    out: Annotated[Path, Option(help="Folder of the merged run.", show_default=False)],
) -> None:
    """Merge runs of one agent with the same settings: other tasks of a suite, or repeats of the same."""
    merged = merge_runs(runs, out)
    attempts = merged.tasks * merged.epochs
    print_line(
        f"{merged.path}: {plural(merged.tasks, 'task')}, {plural(attempts, 'attempt')}, from {len(runs)} runs"
    )
    for reason in merged.left:
        print_line(f"left out: {reason}")


@runs.command()
def verify(
    folder: options.RunPath,
    *,
    repair: Annotated[
        bool,
        Option("--repair", help="Drop damaged records so that the run can be resumed. Backups are kept."),
    ] = False,
    accept: Annotated[
        bool, Option("--accept", help="With --repair: accept changes of the manifest and the tasks.")
    ] = False,
    as_json: Annotated[bool, Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check manifest, tasks, records and blobs for edits and damage. Exit code 1 if any are found."""
    if accept and not repair:
        raise UsageError("--accept is a part of a repair.", "Add --repair.")
    if repair:
        _repair(folder, accept=accept)
        return
    checked = check_run(RunFolder.open(folder))
    if as_json:
        print_line(json.dumps(msgspec.to_builtins(checked), indent=1))
    else:
        for damage in checked.damages:
            print_line(str(damage))
        if not checked.protected:
            print_line(NOT_PROTECTED)
        elif not checked.damages:
            print_line(f"{folder} is intact.")
    if checked.damages:
        raise Exit(1)


def _repair(folder: Path, *, accept: bool) -> None:
    repaired = repair_run(folder, accept=accept)
    if not repaired.lost:
        print_line(f"{folder} is intact; there is nothing to repair.")
        return
    for damage in repaired.lost:
        print_line(str(damage))
    print_line(f"{repaired.kept:,} records were kept.")
    for backup in repaired.backups:
        print_line(f"Backup: {backup}")
    if repaired.attempts:
        names = ", ".join(f"{key.task_id} (epoch {key.epoch})" for key in repaired.attempts)
        print_line(f"{len(repaired.attempts)} attempts were lost: {names}")
    print_line(f"Continue with: m3bench run --resume {folder}")


runs.command()(transcript)
