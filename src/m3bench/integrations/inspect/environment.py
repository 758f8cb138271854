"""Where a sample is played: a workspace with the task's files, and its servers, from setup to cleanup."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import anyio
from inspect_ai.util import background

from m3bench.core import Call, M3BenchError, Task, UsageError
from m3bench.hosting import Pool, Toolbox, Workspace
from m3bench.hosting.workspace import fill_workspace
from m3bench.runs.serving import ServerSet
from m3bench.suites import Suite, workspace_assets
from m3bench.world import World

_LONGEST_START = 120.0
_LONGEST_END = 60.0


class SampleEnvironment:
    """One sample's. The servers belong to a task in the background, which outlives the solvers."""

    def __init__(self, task: Task, suite: Suite, world: World, *, sandbox: bool) -> None:
        self.task, self.world, self._sandbox = task, world, sandbox
        self.workspace = Path()
        self.before: dict[str, str] = {}
        """The files at the beginning, by their SHA-256."""
        self.done: list[Call] = []
        """What was called, in the order of its end."""
        self._suite = suite
        self._toolbox: Toolbox | None = None
        self._problem: str | None = None
        self._ready, self._over, self._gone = anyio.Event(), anyio.Event(), anyio.Event()
        self._began = time.monotonic()

    @property
    def toolbox(self) -> Toolbox:
        if self._toolbox is None:
            raise UsageError(f"{self.task.id} has not been set up.", "Keep the task's own setup.")
        return self._toolbox

    async def open(self) -> None:
        """From here on the tools can be called."""
        background(self._hold)
        with anyio.fail_after(_LONGEST_START):
            await self._ready.wait()
        if self._problem is not None:
            raise UsageError(f"The servers of {self.task.id} cannot be used: {self._problem}")

    async def close(self) -> None:
        """From here on there is neither a workspace nor a process of it."""
        self._over.set()
        with anyio.move_on_after(_LONGEST_END):
            await self._gone.wait()

    async def call(self, name: str, arguments: dict[str, Any]) -> Call:
        (done,) = await self.toolbox.run([Call(name, arguments)], origin=self._began)
        self.done.append(done)
        return done

    async def _hold(self) -> None:
        try:
            pool = Pool(sandbox=self._sandbox)
            async with pool, ServerSet(pool, self.world).lease(self.task.servers) as (path, host):
                fill_workspace(path, workspace_assets(self._suite, self.task))
                items = Workspace(path).manifest().items
                self.before = {name: item.sha256 for name, item in items.items() if item.sha256}
                self._toolbox = await Toolbox.mount(host)
                self.workspace = path
                self._problem = _lacking(self.task, self._toolbox)
                self._ready.set()
                await self._over.wait()
        except (M3BenchError, OSError) as error:
            self._problem = str(error)
        finally:
            if self._toolbox is None and self._problem is None:
                self._problem = "they did not start"
            self._ready.set()
            self._gone.set()


def _lacking(task: Task, toolbox: Toolbox) -> str | None:
    """Why a server that the task needs is not served."""
    told = [f"{name}: {toolbox.problems[name]}" for name in task.servers if name in toolbox.problems]
    return "; ".join(told) or None
