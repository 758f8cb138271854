"""`m3bench world`: show the simulated world that the bundled servers answer from."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from m3bench.cli import options
from m3bench.cli.console import output, print_json, remarks
from m3bench.cli.kinds import ListRequest
from m3bench.core import UsageError
from m3bench.core.text import shorten
from m3bench.reports.terminal import plain_table
from m3bench.worlds import DEFAULT_SEED
from m3bench_world import SOURCES, World
from m3bench_world.lookup import look_up

_EXCERPT = 700


def world(
    words: Annotated[list[str], typer.Argument(help="A place, a product, a film, a drug, a food, a stock …")],
    *,
    seed: options.WorldSeed = DEFAULT_SEED,
    now: options.WorldNow = options.DEFAULT_NOW_TEXT,
    whole: Annotated[bool, typer.Option("--whole", help="Show whole answers instead of excerpts.")] = False,
) -> None:
    """Show what each server knows about a thing, and the sources of its data."""
    query, console, known = " ".join(words), output(), 0
    with tempfile.TemporaryDirectory() as folder:
        chosen = options.chosen_world(seed, now)
        for found in look_up(World(chosen.seed, chosen.now), query, Path(folder)):
            known += 1
            kinds = ", ".join(f"{name} ({SOURCES[name].kind})" for name in found.sources)
            console.print(Text(found.tool, style="bold") + Text(f"  {kinds}", style="dim"))
            text = found.text if whole else shorten(found.text, _EXCERPT)
            console.print(Text(text), soft_wrap=True)
            console.print()
    if not known:
        raise UsageError(f"No server knows {query!r}.", "Try a city, a food, a film, a drug or an animal.")
    remarks().print(
        f"{known} tools know {query!r}. To ask more: m3bench servers call SERVER/TOOL ARGUMENTS", markup=False
    )


def list_sources(request: ListRequest) -> None:
    """List the data sources: real, derived or invented, with origin and licence."""
    if request.as_json:
        records = {
            name: {"kind": str(s.kind), "title": s.title, "licence": s.licence, "origin": s.origin}
            for name, s in SOURCES.items()
        }
        print_json(records)
        return
    table = plain_table()
    for title in ("Source", "Kind", "What", "Licence", "From"):
        table.add_column(title, overflow="fold")
    for name, source in SOURCES.items():
        table.add_row(name, str(source.kind), source.title, source.licence, source.origin)
    output().print(table)
