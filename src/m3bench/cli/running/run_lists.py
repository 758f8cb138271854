"""`m3bench runs list` and `m3bench runs merge`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from m3bench.cli.console import output
from m3bench.cli.running.launch import print_summaries
from m3bench.core.text import plural
from m3bench.runs import run_scorer
from m3bench.runs.listing import SORT_KEYS, find_runs, sort_summaries, summarize_run
from m3bench.runs.merging import merge_runs


def list_runs(
    folder: Annotated[Path, typer.Argument(help="A folder with runs.")] = Path("runs"),
    *,
    sort: Annotated[str, typer.Option(metavar="KEY", help=f"Sort by {', '.join(SORT_KEYS)}.")] = "created",
    tag: Annotated[
        list[str] | None, typer.Option(metavar="TAG", help="Only runs with this tag. Repeatable.")
    ] = None,
    no_mean: Annotated[
        bool,
        typer.Option("--no-mean", help="Do not compute the mean of the six metrics, which takes longest."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the runs in a folder, with success, mean, tokens, cost, time and tags."""
    sort_summaries((), sort)  # a wrong key is refused before runs are read
    paths = find_runs([folder])
    scorer = None if no_mean else run_scorer(paths)
    found = [summarize_run(path, mean=not no_mean, scorer=scorer) for path in paths]
    chosen = [each for each in found if set(tag or ()) <= set(each.tags)]
    ordered = sort_summaries(chosen, sort)
    if as_json:
        plain = msgspec.to_builtins(ordered, enc_hook=str)
        _print(msgspec.json.format(msgspec.json.encode(plain)).decode())
        return
    print_summaries(output(), ordered)
    if not ordered:
        _print(f"No run in {folder} has {plural(len(tag or ()), 'tag')} {', '.join(tag or ())}.")


def merge(
    runs: Annotated[list[Path], typer.Argument(help="Run folders, two or more.", show_default=False)],
    *,
    out: Annotated[Path, typer.Option(help="Folder of the merged run.", show_default=False)],
) -> None:
    """Merge runs of one agent with the same settings: other tasks of a suite, or repeats of the same."""
    merged = merge_runs(runs, out)
    attempts = merged.tasks * merged.epochs
    _print(
        f"{merged.path}: {plural(merged.tasks, 'task')}, {plural(attempts, 'attempt')}, from {len(runs)} runs"
    )
    for each in merged.left:
        _print(f"left out: {each}")


def _print(line: str) -> None:
    output().print(Text(line), soft_wrap=True)
