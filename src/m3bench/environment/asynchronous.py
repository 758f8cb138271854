"""Environments for async code: one, and many at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack

import anyio

from m3bench.core import Trajectory, UsageError
from m3bench.environment.actions import Action
from m3bench.environment.episode import Episode, EpisodeOver
from m3bench.environment.observations import Observation, StepResult
from m3bench.environment.settings import EnvironmentSettings, Options, PathLike
from m3bench.environment.shared_servers import SharedServers, open_servers
from m3bench.hosting import unwrap_group
from m3bench.suites import Suite

_Result = TypeVar("_Result")
Raised = tuple[type[BaseException] | None, BaseException | None, TracebackType | None]


class EnvironmentSlot:
    """One environment on shared servers: at most one episode at a time."""

    def __init__(self, shared: SharedServers) -> None:
        self._shared = shared
        self._closing = AsyncExitStack()
        self._episode: Episode | None = None

    @property
    def trajectory(self) -> Trajectory | None:
        """The record of the last episode, once it is over."""
        return self._episode.trajectory if self._episode else None

    @property
    def task(self) -> str | None:
        """The id of the task of the last episode."""
        return self._episode.task if self._episode else None

    @property
    def is_done(self) -> bool:
        """Whether there is no episode to continue."""
        return self._episode is None or self._episode.is_done

    async def reset(self, task: str | None = None, seed: int = 0) -> Observation:
        """Start an episode. One that is not over is given up.

        Args:
            task: The id of a task; without one, the seed chooses.
            seed: Decides which distractors are mounted, and the task if none is named.

        Raises:
            UsageError: There is no such task.
            ServersUnavailable: A server of the task did not start.
        """
        chosen = self._shared.task(task, seed)
        await self.close()
        closing = AsyncExitStack()
        try:
            self._episode = await self._shared.open_episode(chosen, seed, closing)
        except BaseException:
            await _close(closing)
            raise
        self._closing = closing
        return self._episode.first

    async def step(self, action: Action) -> StepResult:
        """Carry out an action: an assistant message, its text, or an answer.

        Raises:
            EpisodeOver: The episode is over, or none was started.
        """
        if self._episode is None:
            raise EpisodeOver("There is no episode.", "Start one with reset().")
        try:
            result = await self._episode.step(action)
        except (EpisodeOver, UsageError):
            raise
        except BaseException:
            await self.close()
            raise
        if result.done:
            await _close(self._closing)
        return result

    async def close(self) -> None:
        """Give up the episode, if one is running, and release its servers and files."""
        self._episode = None
        await _close(self._closing)


async def _close(closing: AsyncExitStack) -> None:
    with anyio.CancelScope(shield=True):
        await closing.aclose()


class AsyncEnvironmentPool:
    """Many environments over the same warm servers. An async context manager."""

    def __init__(self, suite: PathLike | Suite, size: int = 1, **options: Unpack[Options]) -> None:
        """Prepare a pool.

        Args:
            suite: The name of a suite, a file of tasks, or a suite object.
            size: The number of environments.
            options: See `EnvironmentSettings`.
        """
        if size < 1:
            raise UsageError(f"A pool of {size} environments is not possible.", "Give at least 1.")
        self._suite, self._size, self._settings = suite, size, EnvironmentSettings(**options)
        self._closing = AsyncExitStack()
        self._shared: SharedServers | None = None
        self._slots: tuple[EnvironmentSlot, ...] = ()

    async def __aenter__(self) -> Self:
        self._shared = await self._closing.enter_async_context(open_servers(self._suite, self._settings))
        self._slots = tuple(EnvironmentSlot(self._shared) for _ in range(self._size))
        return self

    async def __aexit__(self, *raised: *Raised) -> None:
        for slot in self._slots:
            await slot.close()
        await self._closing.__aexit__(*raised)

    @property
    def shared(self) -> SharedServers:
        """What the environments share, while the pool is open."""
        if self._shared is None:
            raise UsageError("The environments are not open.", "Use them in a with block.")
        return self._shared

    @property
    def tasks(self) -> tuple[str, ...]:
        """The ids of all tasks."""
        return tuple(self.shared.tasks)

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, index: int) -> EnvironmentSlot:
        return self._slots[index]

    def __iter__(self) -> Iterator[EnvironmentSlot]:
        return iter(self._slots)

    async def reset(
        self, tasks: Sequence[str | None] | None = None, seeds: Sequence[int] | None = None
    ) -> list[Observation]:
        """Start an episode in each environment, all at once. Seeds default to 0, 1, 2, …"""
        names = self._one_each([None] * self._size if tasks is None else tasks, "tasks")
        numbers = self._one_each(range(self._size) if seeds is None else seeds, "seeds")
        return await self._at_once(lambda index: self._slots[index].reset(names[index], numbers[index]))

    async def step(self, actions: Sequence[Action | None]) -> list[StepResult | None]:
        """Carry out an action in each environment, all at once. None leaves one as it is."""
        given = self._one_each(actions, "actions")

        async def act(index: int) -> StepResult | None:
            action = given[index]
            return None if action is None else await self._slots[index].step(action)

        return await self._at_once(act)

    async def _at_once(self, work: Callable[[int], Awaitable[_Result]]) -> list[_Result]:
        results: dict[int, _Result] = {}

        async def keep(index: int) -> None:
            results[index] = await work(index)

        try:
            async with anyio.create_task_group() as group:
                for index in range(self._size):
                    group.start_soon(keep, index)
        except ExceptionGroup as errors:
            raise unwrap_group(errors) from None
        return [results[index] for index in range(self._size)]

    def _one_each(self, given: Sequence[Any], what: str) -> Sequence[Any]:
        if len(given) != self._size:
            raise UsageError(f"{len(given)} {what} were given for {self._size} environments.")
        return given


class AsyncEnvironment(EnvironmentSlot):
    """One environment with servers of its own. An async context manager."""

    def __init__(self, suite: PathLike | Suite, **options: Unpack[Options]) -> None:
        """Prepare an environment; for the options, see `EnvironmentSettings`."""
        self._pool = AsyncEnvironmentPool(suite, 1, **options)

    async def __aenter__(self) -> Self:
        await self._pool.__aenter__()
        super().__init__(self._pool.shared)
        return self

    async def __aexit__(self, *raised: *Raised) -> None:
        await self.close()
        await self._pool.__aexit__(*raised)

    @property
    def tasks(self) -> tuple[str, ...]:
        """The ids of all tasks."""
        return self._pool.tasks
