"""The environment of a sample: its workspace and servers, from setup to cleanup."""

from __future__ import annotations

import shutil
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import anyio
from inspect_ai.util import background

from m3bench.agents.user import with_user
from m3bench.core import Call, M3BenchError, Task, UsageError
from m3bench.hosting import Pool, Toolbox, Workspace
from m3bench.hosting.workspace import fill_workspace
from m3bench.runs.serving import ServerSet
from m3bench.sabotage import with_sabotage
from m3bench.suites import Suite, workspace_assets
from m3bench.worlds import World

_START_SECONDS = 120.0
_END_SECONDS = 60.0


class SampleEnvironment:
    """Workspace and servers of one sample.

    A background task holds the servers. Inspect may cancel it before it scores, so that a copy of the
    workspace is kept until the cleanup.
    """

    def __init__(self, task: Task, suite: Suite, world: World, *, sandbox: bool) -> None:
        self.task, self.world, self._sandbox = task, world, sandbox
        self.workspace = Path()
        self.outcome = Path()
        """The workspace as the agent left it."""
        self.before: dict[str, str] = {}
        """SHA-256 of the initial files by name."""
        self.assets = partial(workspace_assets, suite, task)
        self.done: list[Call] = []
        """Finished calls, in order."""
        self._toolbox: Toolbox | None = None
        self._kept: Path | None = None
        self._problem: str | None = None
        self._ready, self._over, self._gone = anyio.Event(), anyio.Event(), anyio.Event()
        self._start = time.monotonic()

    @property
    def toolbox(self) -> Toolbox:
        if self._toolbox is None:
            hint = "Do not replace the setup of the task."
            raise UsageError(f"Sample {self.task.id} has not been set up.", hint)
        return self._toolbox

    async def open(self) -> None:
        """Start the servers and wait until tools can be called."""
        background(self._hold)
        with anyio.fail_after(_START_SECONDS):
            await self._ready.wait()
        if self._problem is not None:
            raise UsageError(f"The servers of {self.task.id} are not available: {self._problem}")

    async def close(self) -> None:
        """End all processes and remove the workspace."""
        self._over.set()
        with anyio.move_on_after(_END_SECONDS):
            await self._gone.wait()
        if self._kept is not None:
            shutil.rmtree(self._kept, ignore_errors=True)

    async def call(self, name: str, arguments: dict[str, Any]) -> Call:
        (done,) = await self.toolbox.run([Call(name, arguments)], origin=self._start)
        self.done.append(done)
        return done

    async def _hold(self) -> None:
        try:
            pool = Pool(sandbox=self._sandbox)
            async with pool, ServerSet(pool, self.world).lease(self.task.servers) as (path, host):
                fill_workspace(path, self.assets())
                items = Workspace(path).manifest().items
                self.before = {name: item.sha256 for name, item in items.items() if item.sha256}
                sabotaged = with_sabotage(host, self.task, path)
                self._toolbox = await Toolbox.mount(with_user(sabotaged, self.task))
                self.workspace = self.outcome = path
                self._problem = _missing_servers(self.task, self._toolbox)
                self._ready.set()
                try:
                    await self._over.wait()
                finally:
                    self._keep(path)
        except (M3BenchError, OSError) as error:
            self._problem = str(error)
        finally:
            if self._toolbox is None and self._problem is None:
                self._problem = "they did not start"
            self._ready.set()
            self._gone.set()

    def _keep(self, workspace: Path) -> None:
        self._kept = Path(tempfile.mkdtemp(prefix="m3bench-"))
        self.outcome = self._kept / "workspace"
        shutil.copytree(workspace, self.outcome, symlinks=True)


def _missing_servers(task: Task, toolbox: Toolbox) -> str | None:
    """Describe the servers of the task that are not available; None if all are."""
    problems = [f"{name}: {toolbox.problems[name]}" for name in task.servers if name in toolbox.problems]
    return "; ".join(problems) or None
