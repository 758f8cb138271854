"""What tests of real servers share."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio

from m3bench.hosting import Scope, ServerSpec, Timeouts, Tool
from m3bench.hosting.pool import Lease, Pool
from m3bench.hosting.process.harness import HARNESS
from m3bench.hosting.process.warden import marked_processes
from tests.hanging import HANG_SECONDS

MISBEHAVING = Path(__file__).with_name("servers") / "misbehaving.py"


def spec(
    mode: str = "well", name: str | None = None, *, scope: Scope = Scope.SHARED, **timeouts: float
) -> ServerSpec:
    """The misbehaving server in one of its moods."""
    return ServerSpec(
        name=name or mode,
        command=sys.executable,
        args=(str(MISBEHAVING), mode),
        scope=scope,
        timeouts=Timeouts(**{"start": 20, "call": 20, "stop": 2, **timeouts}),
    )


def run(work: Callable[[], Awaitable[Any]], limit: float = HANG_SECONDS) -> Any:
    """Run asynchronous work, bounded in time, and see that no process is left."""

    async def bounded() -> Any:
        with anyio.fail_after(limit):
            return await work()

    result = anyio.run(bounded)
    assert marked_processes(HARNESS._mark) == []
    return result


def with_lease(specs: list[ServerSpec], work: Callable[[Lease, dict[str, Tool]], Awaitable[Any]]) -> Any:
    """Lease these servers, list their tools, and do the work."""

    async def leased() -> Any:
        async with Pool() as pool, pool.lease(specs) as lease:
            tools = {tool.full_name: tool for tool in await lease.host.tools()}
            return await work(lease, tools)

    return run(leased)
