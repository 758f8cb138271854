"""Servers, tools and server checks on a terminal."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from m3bench.core.text import plural
from m3bench.hosting.catalog import find_uv
from m3bench.reports.terminal.tables import plain_table

if TYPE_CHECKING:
    from m3bench.hosting import CatalogEntry, Environments, ServerCheck, ServerSpec

_DESCRIPTION = 200
_SECONDS_PER_MEGABYTE = 0.4
"""CPU time of pip; measured 0.36 for four servers of 237 MB."""


def print_plan(
    console: Console,
    entries: Sequence[CatalogEntry],
    environments: Environments,
    *,
    at_once: int,
    again: bool,
) -> None:
    """Print how much an installation will take on disk, and about how long, before it begins."""
    missing = [entry for entry in entries if again or not environments.installed(entry)]
    if not missing:
        installed = f"All {len(entries)} servers are installed already."
        console.print(installed if entries else "No server of the catalog is needed.")
        return
    kept = len(entries) - len(missing)
    size = sum(entry.size_on_disk(uv=find_uv() is not None) for entry in missing)
    tools = sum(entry.tools for entry in missing)
    console.print(
        f"{len(missing)} servers to install: {tools:,} tools, "
        f"{f'{size} MB' if size < 1000 else f'{size / 1000:.1f} GB'} on disk, "
        f"about {_minutes(sum(entry.megabytes for entry in missing), at_once)} with pip (less with uv)"
        + (f"; {kept} are installed already" if kept else ""),
        soft_wrap=True,
    )


def _minutes(megabytes: int, at_once: int) -> str:
    """Estimate the time without waits for the network."""
    minutes = megabytes * _SECONDS_PER_MEGABYTE / min(at_once, os.cpu_count() or 1) / 60
    return f"{minutes:.0f} min" if minutes >= 1 else "a minute"


def print_servers(console: Console, rows: Sequence[tuple[ServerSpec, CatalogEntry | None]]) -> None:
    """Print servers and whether they can be started."""
    table = plain_table()
    for title in ("Server", "Tools", "Domain", "Licence", "Scope", "State"):
        table.add_column(title, justify="right" if title == "Tools" else "left", overflow="fold")
    for spec, entry in rows:
        table.add_row(
            Text(spec.name),
            str(entry.tools) if entry else "?",
            Text(entry.domain if entry else "yours"),
            Text(entry.licence if entry else ""),
            spec.scope.value,
            Text(_state(spec, entry)),
        )
    console.print(table)
    count = sum(entry.tools for _, entry in rows if entry)
    console.print(f"{len(rows)} servers" + (f", {count} tools" if count else ""))


def _state(spec: ServerSpec, entry: CatalogEntry | None) -> str:
    problem = spec.unavailable_because
    if problem is None:
        return "ready"
    # Installing is the same for the whole catalog, and explained below the table.
    return problem.partition(":")[0] if entry else problem


def print_checks(
    console: Console, checks: Sequence[ServerCheck], collections: Mapping[str, str] | None = None
) -> None:
    """Print a line per server, then the problems.

    Args:
        console: Where to print.
        checks: Results.
        collections: The collection that a server belongs to, for a column of its own.
    """
    table = plain_table()
    further = () if collections is None else ("Collection",)
    for title in ("Server", *further, "Tools", "Start", "Call", "Outcome", "Called"):
        right = title in ("Tools", "Start", "Call")
        table.add_column(title, justify="right" if right else "left", overflow="fold")
    for check in checks:
        table.add_row(
            Text(check.name),
            *(() if collections is None else (Text(collections.get(check.name, "")),)),
            str(check.tools),
            "–" if check.start_seconds is None else f"{check.start_seconds:.2f} s",
            "–" if check.call_seconds is None else f"{1000 * check.call_seconds:.0f} ms",
            "fault" if check.fault else str(check.outcome or "no call"),
            Text((check.called or "").partition("/")[2]),
        )
    console.print(table)
    for check in checks:
        if not check.passed:
            problem = f" ({check.problem})" if check.problem else ""
            console.print(f"{check.name}: {check.fault or check.excerpt}{problem}", markup=False)
        elif not check.works:
            console.print(_uncalled(check), markup=False, soft_wrap=True)
        for tool, problem in check.refused.items():
            console.print(f"{tool} is left out: {problem}", markup=False, soft_wrap=True)
        if check.drift:
            console.print(f"{check.name} has changed since the last check: {check.drift}", markup=False)
    working = [check for check in checks if check.works]
    total = sum(check.tools for check in working)
    uncalled = sum(check.passed and not check.works for check in checks)
    left = f"; {uncalled} {'was' if uncalled == 1 else 'were'} not called" if uncalled else ""
    console.print(f"{len(working)} of {len(checks)} servers work, {total} tools{left}", style="bold")


def _uncalled(check: ServerCheck) -> str:
    return (
        f"{check.name}: it started and lists {plural(check.tools, 'tool')}, but none was called: each needs "
        f"arguments, or may change something. Call one: m3bench servers call {check.name}/TOOL ARGUMENTS"
    )


def print_tools(console: Console, tools: Sequence[dict[str, Any]]) -> None:
    """Print names, parameters and the start of the description."""
    for tool in tools:
        properties = tool["inputSchema"].get("properties") or {}
        required = tool["inputSchema"].get("required") or []
        shown = ", ".join(name if name in required else f"{name}?" for name in properties)
        console.print(Text(f"{tool['name']}({shown})", style="bold"))
        description = " ".join(tool["description"].split())
        console.print(f"    {description[:_DESCRIPTION]}", markup=False, style="dim")
    console.print(f"{len(tools)} tools")
