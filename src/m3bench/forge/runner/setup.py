"""What forging references needs where it happens: servers, workspaces and rules for programs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from m3bench.agents import Confinement
from m3bench.core import Task
from m3bench.forge.references import Adjudicator, ForgedReference, forge_reference
from m3bench.forge.runner.bench import SuiteBench
from m3bench.forge.runner.folder import ForgeSettings
from m3bench.forge.runner.forgers import Forgers
from m3bench.hosting import Pool
from m3bench.runs.serving import ServerSet
from m3bench.suites import Suite
from m3bench.worlds import World

Forge = Callable[[Task, Forgers], Awaitable[ForgedReference]]
"""Forges the reference of one task."""


@dataclass(frozen=True, kw_only=True)
class ForgeSetup:
    """What all tasks of a session share."""

    settings: ForgeSettings
    timeout: float
    """Seconds per attempt."""
    sandbox: bool
    """Whether third-party servers and executor programs run in a sandbox."""
    hidden: tuple[Path, ...]
    """Paths that the sandbox hides."""

    @asynccontextmanager
    async def open(self, suite: Suite, world: World) -> AsyncIterator[Forge]:
        """Open servers, and yield what forges a reference."""
        settings = self.settings
        async with Pool(ahead=0, sandbox=self.sandbox, hidden=self.hidden) as pool:
            server_set = ServerSet(pool, world)
            hidden = (*self.hidden, server_set.folder)
            rules = Confinement(sandbox=self.sandbox, hidden=hidden, scratch=server_set.folder)

            async def forge(task: Task, forgers: Forgers) -> ForgedReference:
                bench = SuiteBench(
                    suite, server_set, forgers.confined(rules).executors,
                    fuzzy=settings.fuzzy, seed=settings.seed, max_steps=settings.max_steps,
                    timeout=self.timeout,
                )  # fmt: skip
                judge = Adjudicator(forgers.judge) if forgers.judge is not None else None
                return await forge_reference(task, bench, judge)

            yield forge
