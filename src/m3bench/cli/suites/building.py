"""Build tasks with a progress bar."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import anyio

from m3bench.cli.console import progress_bar
from m3bench.cli.selection import install_third_party
from m3bench.curation import BuiltTask, build_family, shares
from m3bench.hosting import Pool
from m3bench.runs.serving import ServerSet
from m3bench.suites.m3 import Family
from m3bench.world import World


def build_tasks(families: Sequence[Family], world: World, size: int, *, sandbox: bool) -> list[BuiltTask]:
    """Build `size` tasks, spread evenly over the families, and execute their references."""
    install_third_party(("excel", "ppt"))
    return anyio.run(partial(_build, families, world, size, sandbox=sandbox))


async def _build(families: Sequence[Family], world: World, size: int, *, sandbox: bool) -> list[BuiltTask]:
    built: list[BuiltTask] = []
    with progress_bar("building tasks", size) as advance:
        async with Pool(ahead=0, sandbox=sandbox) as pool:
            server_set = ServerSet(pool, world)
            for family, count in shares(families, size):
                built += await build_family(family, count, world, server_set, on_built=lambda _: advance(1))
    return built
