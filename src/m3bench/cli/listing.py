"""`m3bench KIND list`: list agents, checks, formats or encoders with their sources."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.table import Table
from rich.text import Text
from typer import Typer

from m3bench.cli.console import output, print_line
from m3bench.core import RegistryEntry
from m3bench.reports.terminal import plain_table


def kind_commands(
    title: str, listed: Callable[[], Sequence[RegistryEntry]], note: str = "", help_text: str = ""
) -> Typer:
    """Return the commands of a kind: at first only its list. `note` is printed below the list."""
    commands = Typer(
        help=help_text or f"List {title.lower()}, built in and from plugins.", no_args_is_help=True
    )

    @commands.command("list", help=f"List {title.lower()} with their source.")
    def list_entries() -> None:
        print_entries(title.removesuffix("s"), listed())
        if note:
            print_line(note)

    @commands.callback()
    def _group() -> None:
        pass

    return commands


def folded_table(*titles: str) -> Table:
    """Return a table whose columns wrap long texts."""
    table = plain_table()
    for title in titles:
        table.add_column(title, overflow="fold")
    return table


def print_entries(
    title: str, rows: Sequence[RegistryEntry], collections: Mapping[str, str] | None = None
) -> None:
    """Print a table of names, sources, summaries and collections. A broken plugin has its problem."""
    further = () if collections is None else ("Collection",)
    table = folded_table(title, "Source", *further, "What")
    for row in rows:
        what = Text(f"broken: {row.problem}", style="red") if row.problem else Text(row.summary)
        group = () if collections is None else (Text(collections.get(row.name, "")),)
        table.add_row(Text(row.name), Text(row.source), *group, what)
    output().print(table)
