"""`m3bench convert`: trajectories and tasks from one format to another."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from m3bench.cli import options
from m3bench.cli.console import output
from m3bench.formats import read_records, write


class Kind(StrEnum):
    """What a file holds."""

    TASKS = "tasks"
    TRAJECTORIES = "trajectories"


def convert(
    *,
    source: Annotated[Path, typer.Argument(help="The file to read.")],
    target: Annotated[Path, typer.Argument(help="The file to write.")],
    to: Annotated[
        options.FormatName, typer.Option("--to", help="Format to write.")
    ] = options.FormatName.JSONL,
    source_format: Annotated[
        options.FormatName | None, typer.Option("--from", help="Format to read [default: told by content].")
    ] = None,
    kind: Annotated[
        Kind | None, typer.Option("--as", help="Read the records as this [default: told by content].")
    ] = None,
    duplicates: options.Duplicates = options.DuplicateChoice.ERROR,
) -> None:
    """Convert tasks or trajectories between formats: m3, mcp_bench, mcpverse, openai and jsonl (our own)."""
    records = read_records(
        source, format=source_format, kind=kind.value if kind else None, duplicates=duplicates.value
    )
    write(target, records, format=to)
    output().print(f"{len(records)} records written to {target}", markup=False)
