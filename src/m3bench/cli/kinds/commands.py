"""The commands `m3bench list`, `install` and `remove`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from m3bench.cli import options
from m3bench.cli.completion import complete_kinds
from m3bench.cli.console import output
from m3bench.cli.kinds.table import INSTALLED, LISTED, InstallRequest, ListRequest, find_kind
from m3bench.cli.sandbox_option import Sandbox
from m3bench.cli.tables import folded_table
from m3bench.hosting import SandboxMode


def list_kind(
    kind: Annotated[
        str | None,
        Argument(
            metavar="KIND",
            help=f"What to list: {', '.join(LISTED)}.",
            show_default=False,
            autocompletion=complete_kinds,
        ),
    ] = None,
    names: Annotated[
        list[str] | None,
        Argument(
            metavar="NAME",
            help="models to show the defaults of, words to find servers by (or a collection of them), the "
            "suite of tasks, or the servers of tools.",
        ),
    ] = None,
    *,
    everything: Annotated[
        bool, Option("--all", help="servers: include those of the catalog that are not installed.")
    ] = False,
    config: Annotated[
        options.Paths,
        Option("--config", "-c", help="servers, tools: MCP client configuration to read. Repeatable."),
    ] = None,
    bundled: Annotated[bool, Option("--bundled", help="tools: of the bundled servers.")] = False,
    as_json: Annotated[bool, Option("--json", help="tools, sources: print JSON.")] = False,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """List agents, checks, models, servers, suites, tasks, tools and other kinds of things."""
    if kind is None:
        _print_kinds()
        return
    named = tuple(names or ())
    given = {
        "--all": everything, "--config": config, "--bundled": bundled, "--json": as_json,
        "--sandbox": sandbox is not SandboxMode.AUTO,
    }  # fmt: skip
    listed = find_kind(kind, LISTED, named, given).function(f"list_{kind}")
    listed(ListRequest(named, everything, tuple(config or ()), bundled, as_json, sandbox))


def _print_kinds() -> None:
    table = folded_table("m3bench list …", "What")
    for name, kind in LISTED.items():
        table.add_row(name, kind.summary)
    output().print(table)


def install(
    kind: Annotated[str, Argument(metavar="KIND", help=f"What to install: {', '.join(INSTALLED)}.")],
    names: Annotated[list[str] | None, Argument(metavar="NAME", help="Which of them.")] = None,
    *,
    preset: Annotated[
        str | None,
        Option(help="servers: a named set, verse-65 or verse-all, or a suite for all that its tasks need."),
    ] = None,
    again: Annotated[bool, Option("--again", help="Install it again if it is there.")] = False,
    folder: Annotated[
        Path | None,
        Option("--from", metavar="FOLDER", help="photographs: use its .deb files."),
    ] = None,
    mirror: Annotated[
        str | None,
        Option(metavar="URL", help="photographs: download from this Debian mirror [default: use apt-get]."),
    ] = None,
    concurrency: Annotated[
        int | None, Option(min=1, help="servers: number at a time [default: as many as cores].")
    ] = None,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Install servers of the catalog, programs of agents, local models, or photographs.

    Each has an environment or a folder of its own. The same command continues after an interruption.
    """
    named = tuple(names or ())
    given = {
        "--preset": preset, "--again": again, "--from": folder, "--mirror": mirror,
        "--concurrency": concurrency, "--sandbox": sandbox is not SandboxMode.AUTO,
    }  # fmt: skip
    work = find_kind(kind, INSTALLED, named, given).function(f"install_{kind}")
    work(InstallRequest(named, again, preset, folder, mirror, concurrency, sandbox))


def remove(
    kind: Annotated[str, Argument(metavar="KIND", help=f"What to remove: {', '.join(INSTALLED)}.")],
    names: Annotated[list[str] | None, Argument(metavar="NAME", help="Which of them.")] = None,
) -> None:
    """Remove what was installed."""
    named = tuple(names or ())
    find_kind(kind, INSTALLED, named, {}).function(f"remove_{kind}")(named)
