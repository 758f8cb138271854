"""`m3bench KIND list`: what there is of a kind, and where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import typer
from rich.text import Text

from m3bench.cli.console import output
from m3bench.core import RegistryEntry
from m3bench.reports.terminal import plain_table


def kind_commands(title: str, listed: Callable[[], Sequence[RegistryEntry]], then: str = "") -> typer.Typer:
    """The commands for a kind that can only be listed; `then` is said under the list."""
    commands = typer.Typer(help=f"{title}: what there is, built in and from plugins.", no_args_is_help=True)

    @commands.command("list", help=f"List {title.lower()} with their source.")
    def list_them() -> None:
        print_listed(title.removesuffix("s"), listed())
        if then:
            output().print(Text(then), soft_wrap=True)

    @commands.callback()
    def _group() -> None:
        pass

    return commands


def print_listed(title: str, rows: Sequence[RegistryEntry]) -> None:
    """A table of names, sources and summaries. Plugins that cannot be used say why."""
    table = plain_table()
    for column in (title, "Source", "What"):
        table.add_column(column, overflow="fold")
    for row in rows:
        what = Text(f"broken: {row.problem}", style="red") if row.problem else Text(row.summary)
        table.add_row(Text(row.name), Text(row.source), what)
    output().print(table)
