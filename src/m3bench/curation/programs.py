"""Building and verifying in worker processes, and in this one."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import anyio
import anyio.to_thread

from m3bench.checks import See
from m3bench.curation.build import BuiltTask, build_family
from m3bench.curation.verification import VerifiedTask, Verifier
from m3bench.encoders import shared_encoder
from m3bench.hosting import Pool, ServerSpec, read_specs
from m3bench.runs import EngineSettings, RunSettings
from m3bench.runs.distributed import (
    Answer,
    Channel,
    RemoteReviewer,
    ReviewAnswer,
    ReviewRequest,
    SameSuite,
    install_servers,
    map_requests,
    open_workers,
    require_sandbox,
)
from m3bench.runs.serving import ServerSet, server_specs
from m3bench.suites import WorldRef, suite_generator

_Done = TypeVar("_Done")


@dataclass(frozen=True)
class VerificationProgram:
    """Verifies tasks of a suite: the request is the id of a task, the answer a `VerifiedTask`."""

    suite: SameSuite
    servers: frozenset[str]
    """Servers of the tasks."""
    attack: bool
    sandbox: bool
    reviews: bool
    configs: tuple[str, ...] = ()
    """Configuration files of further servers."""
    live: bool = False
    """Configured servers replace bundled ones of the same name."""

    @asynccontextmanager
    async def open(self, channel: Channel) -> AsyncIterator[Answer]:
        """Open suite and servers, and yield what verifies a task."""
        await _prepare_machine(self.servers, self.sandbox)
        see = RemoteReviewer(channel).see if self.reviews else None
        async with self.open_here(see) as verify:
            yield verify

    @asynccontextmanager
    async def open_here(self, see: See | None) -> AsyncIterator[Callable[[str], Awaitable[VerifiedTask]]]:
        """The same with a reviewer of this process."""
        suite, world = self.suite.load(), self.suite.world.world()
        tasks = {task.id: task for task in suite.tasks}
        async with Pool(ahead=0, sandbox=self.sandbox) as pool:
            encoder = shared_encoder("hashing")  # references are compared with themselves
            server_set = ServerSet(pool, world, self._specs(), replacing=self.live)
            verifier = Verifier(suite, world, server_set, encoder, see=see, attack=self.attack)

            async def verify(task_id: str) -> VerifiedTask:
                return await verifier.verify(tasks[task_id])

            yield verify

    def _specs(self) -> list[ServerSpec]:
        """Return the servers that are not bundled."""
        settings = RunSettings(suite=self.suite.ref, agent="reference", configs=self.configs, live=self.live)
        return server_specs(settings, set(self.servers))

    def take_note(self, note: Any) -> None:
        """Nothing is noted."""


@dataclass(frozen=True)
class BuildProgram:
    """Builds tasks: the request is the name of a family and a number of tasks, the answer the tasks."""

    world: WorldRef
    sandbox: bool
    suite: str = "m3"
    configs: tuple[str, ...] = ()
    """Configuration files of servers that replace those of the same names."""

    @asynccontextmanager
    async def open(self, channel: Channel) -> AsyncIterator[Answer]:
        """Open the servers, and yield what builds the tasks of a family. Each task that is built is noted."""
        await _prepare_machine(suite_generator(self.suite).third_party, self.sandbox)
        async with self.open_here(lambda _: channel.tell(None)) as build:
            yield build

    @asynccontextmanager
    async def open_here(
        self, on_built: Callable[[BuiltTask], None]
    ) -> AsyncIterator[Callable[[tuple[str, int]], Awaitable[list[BuiltTask]]]]:
        """The same with a callback of this process."""
        world, generator = self.world.world(), suite_generator(self.suite)
        async with Pool(ahead=0, sandbox=self.sandbox) as pool:
            specs = [spec for path in self.configs for spec in read_specs(Path(path), os.environ)]
            server_set = ServerSet(pool, world, specs, replacing=True)

            async def build(share: tuple[str, int]) -> list[BuiltTask]:
                name, count = share
                return await build_family(generator, name, count, world, server_set, on_built=on_built)

            yield build

    def take_note(self, note: Any) -> None:
        """Nothing is noted."""


async def verify_tasks(
    program: VerificationProgram,
    task_ids: Sequence[str],
    *,
    engine: EngineSettings = EngineSettings(),  # noqa: B008 - frozen
    see: See | None = None,
    on_verified: Callable[[VerifiedTask], None] = lambda _: None,
    say: Callable[[str], None] = lambda _: None,
) -> list[VerifiedTask]:
    """Verify tasks and return the results in order.

    Args:
        program: What to verify.
        task_ids: The tasks.
        engine: Where it is done.
        see: Reviews pictures for checks.
        on_verified: Is called with every result as it arrives.
        say: Is told what a person should know.
    """
    engine = engine.at_most(len(task_ids))
    if engine.is_this_process:
        async with program.open_here(see) as verify:
            return [await _reported(verify(task_id), on_verified) for task_id in task_ids]

    async def review(request: ReviewRequest) -> ReviewAnswer:
        assert see is not None
        return ReviewAnswer(await anyio.to_thread.run_sync(see, request.criteria, request.case))

    async with open_workers(engine, program, answer=review, say=say) as group:
        return await map_requests(group, task_ids, concurrency=engine.workers, on_answer=on_verified)


async def build_tasks(
    program: BuildProgram,
    shares: Sequence[tuple[str, int]],
    *,
    engine: EngineSettings = EngineSettings(),  # noqa: B008 - frozen
    on_built: Callable[[], None] = lambda: None,
    say: Callable[[str], None] = lambda _: None,
) -> list[BuiltTask]:
    """Build tasks of families and return them in the order of the families.

    Args:
        program: The world of the tasks.
        shares: Names of families, and how many tasks each gives.
        engine: Where it is done.
        on_built: Is called for every task as it is built.
        say: Is told what a person should know.
    """
    engine = engine.at_most(len(shares))
    if engine.is_this_process:
        async with program.open_here(lambda _: on_built()) as build:
            return [task for share in shares for task in await build(share)]
    async with open_workers(engine, program, take_note=lambda _: on_built(), say=say) as group:
        built = await map_requests(group, shares, concurrency=engine.workers)
    return [task for tasks in built for task in tasks]


async def _prepare_machine(servers: Iterable[str], sandbox: bool) -> None:
    """Raise if a worker's machine has no sandbox, and install the servers that it lacks."""
    if sandbox:
        require_sandbox()
    await anyio.to_thread.run_sync(install_servers, servers)


async def _reported(work: Awaitable[_Done], report: Callable[[_Done], None]) -> _Done:
    done = await work
    report(done)
    return done
