"""Install many servers of the catalog, and keep their tool lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import anyio
import anyio.to_thread

from m3bench.hosting.catalog import Catalog, CatalogEntry, Environments, InstallError
from m3bench.hosting.pool import Pool


class Installation(NamedTuple):
    """What became of one server."""

    entry: CatalogEntry
    tools: int | None = None
    """The number of its tools; None if they could not be listed."""
    problem: str | None = None
    """Why it is not usable, and what to do."""


async def install_servers(
    entries: Sequence[CatalogEntry],
    catalog: Catalog,
    environments: Environments,
    pool: Pool,
    *,
    at_once: int,
    again: bool = False,
    done: Callable[[Installation], None] = lambda _: None,
) -> list[Installation]:
    """Install servers, several at a time, and list their tools once. What is installed already is kept.

    A server that cannot be installed does not keep others from being installed. An interrupted call can be
    repeated: complete environments stay, others are made anew.

    Args:
        entries: The servers.
        catalog: The catalog that they are from.
        environments: Where they are installed.
        pool: Starts them to list their tools.
        at_once: How many to install at a time.
        again: Remove installed ones first.
        done: Is called with each server when it is ready or has failed.

    Returns:
        One result per server, in the order given.
    """
    installations: dict[str, Installation] = {}
    slots = anyio.CapacityLimiter(at_once)

    async def install(entry: CatalogEntry) -> None:
        async with slots:
            installations[entry.name] = await _install(entry, catalog, environments, pool, again=again)
            done(installations[entry.name])

    async with anyio.create_task_group() as tasks:
        for entry in entries:
            tasks.start_soon(install, entry)
    return [installations[entry.name] for entry in entries]


async def _install(
    entry: CatalogEntry, catalog: Catalog, environments: Environments, pool: Pool, *, again: bool
) -> Installation:
    try:
        if again:
            await anyio.to_thread.run_sync(environments.remove, entry.name)
        await anyio.to_thread.run_sync(environments.install, entry, abandon_on_cancel=False)
    except InstallError as error:
        return Installation(entry, problem=f"{error.message} {error.hint or ''}".strip())
    kept = environments.tool_list(entry.name)
    tools = kept.get()
    if tools is None:
        listing = await pool.list_tools([catalog.spec(entry.name, environments)])
        if entry.name in listing.faults:
            return Installation(entry, problem=f"is installed, but {listing.faults[entry.name]}")
        tools = list(listing.tools[entry.name])
        kept.put(tools)
    return Installation(entry, tools=len(tools))
