"""Install servers of the catalog: say how much, show the progress, keep the tool lists."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import partial

import anyio

from m3bench.caching import cache_folder
from m3bench.cli.console import progress_bar, remarks
from m3bench.hosting import (
    CatalogEntry,
    Environments,
    Installation,
    Pool,
    SandboxMode,
    install_servers,
    load_catalog,
    sandbox_state,
)
from m3bench.hosting.catalog import InstallError
from m3bench.reports.terminal import print_plan
from m3bench.runs.serving import missing_packages

CONCURRENCY = os.cpu_count() or 2


def install_with_progress(
    entries: Sequence[CatalogEntry], *, sandbox: bool, at_once: int = CONCURRENCY, again: bool = False
) -> list[Installation]:
    """Install servers and keep their tool lists."""
    environments = Environments()
    print_plan(remarks(), entries, environments, at_once=at_once, again=again)
    return anyio.run(partial(_install, entries, environments, sandbox, at_once, again=again))


async def _install(
    entries: Sequence[CatalogEntry], environments: Environments, sandbox: bool, at_once: int, *, again: bool
) -> list[Installation]:
    with progress_bar("installing servers", len(entries)) as advance:
        async with Pool(logs=cache_folder("servers") / "logs", sandbox=sandbox) as pool:
            return await install_servers(
                entries, load_catalog(), environments, pool,
                at_once=at_once, again=again, done=lambda _: advance(1),
            )  # fmt: skip


def install_third_party(names: Iterable[str]) -> None:
    """Install third-party packages among the servers that are missing. Raise `InstallError` if one fails."""
    missing = {entry.name: entry for entry in missing_packages(names).values()}
    if not missing:
        return
    done = install_with_progress(list(missing.values()), sandbox=sandbox_state(SandboxMode.AUTO).in_force)
    environments = Environments()
    failed = [
        server.problem for server in done if server.problem and not environments.installed(server.entry)
    ]
    if failed:
        raise InstallError("\n".join(failed))
