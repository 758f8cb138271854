"""`m3bench KIND list`: list agents, checks, formats or encoders with their sources."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import typer
from rich.text import Text

from m3bench.cli.console import output
from m3bench.core import RegistryEntry
from m3bench.reports.terminal import plain_table


def kind_commands(
    title: str, listed: Callable[[], Sequence[RegistryEntry]], note: str = "", help_text: str = ""
) -> typer.Typer:
    """Return the commands of a kind: at first only its list. `note` is printed below the list."""
    commands = typer.Typer(
        help=help_text or f"List {title.lower()}, built in and from plugins.", no_args_is_help=True
    )

    @commands.command("list", help=f"List {title.lower()} with their source.")
    def list_entries() -> None:
        print_entries(title.removesuffix("s"), listed())
        if note:
            output().print(Text(note), soft_wrap=True)

    @commands.callback()
    def _group() -> None:
        pass

    return commands


def print_entries(
    title: str, rows: Sequence[RegistryEntry], collections: Mapping[str, str] | None = None
) -> None:
    """Print a table of names, sources and summaries. A broken plugin is listed with its problem.

    Args:
        title: Title of the column of names.
        rows: What to print.
        collections: The collection that a name belongs to, for a column of its own.
    """
    table = plain_table()
    further = () if collections is None else ("Collection",)
    for column in (title, "Source", *further, "What"):
        table.add_column(column, overflow="fold")
    for row in rows:
        what = Text(f"broken: {row.problem}", style="red") if row.problem else Text(row.summary)
        group = () if collections is None else (Text(collections.get(row.name, "")),)
        table.add_row(Text(row.name), Text(row.source), *group, what)
    output().print(table)
