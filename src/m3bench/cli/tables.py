"""Tables of what is listed, with sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from m3bench.cli.console import output
from m3bench.core import RegistryEntry
from m3bench.reports.terminal import plain_table


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
