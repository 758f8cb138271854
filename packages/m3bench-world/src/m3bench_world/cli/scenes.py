"""List kinds of scenes."""

from __future__ import annotations

from m3bench.cli.console import output
from m3bench.cli.kinds import ListRequest
from m3bench.core import Art
from m3bench.reports.terminal import plain_table
from m3bench_world.scenes import kind_names


def list_scenes(_: ListRequest) -> None:
    """List the kinds of scenes, and whether they can be composed of photographs."""
    drawn, photographic = kind_names(), kind_names(Art.PHOTOGRAPHS)
    table = plain_table()
    for title in ("Kind", "Drawn", "Photographs"):
        table.add_column(title, overflow="fold")
    for kind in sorted({*drawn, *photographic}):
        table.add_row(kind, _yes(kind in drawn), _yes(kind in photographic))
    output().print(table)


def _yes(value: bool) -> str:
    return "yes" if value else "no"
