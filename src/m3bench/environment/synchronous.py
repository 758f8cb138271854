"""Environments for ordinary code. Their servers run in the event loop of a thread."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack
from functools import partial
from typing import Any, Self, TypeVar, Unpack

from anyio.from_thread import BlockingPortal, start_blocking_portal

from m3bench.core import Trajectory, UsageError
from m3bench.environment.actions import Action
from m3bench.environment.asynchronous import AsyncEnvironment, AsyncEnvironmentPool
from m3bench.environment.observations import Observation, StepResult
from m3bench.environment.settings import Options, PathLike
from m3bench.suites import Suite

_T = TypeVar("_T")


class _InThread:
    """Opens something async in the event loop of a thread, until it is closed."""

    def __init__(self, opened: AbstractAsyncContextManager[Any]) -> None:
        self._closing = ExitStack()
        self._portal: BlockingPortal | None = None
        with ExitStack() as stack:
            portal = stack.enter_context(start_blocking_portal())
            stack.enter_context(portal.wrap_async_context_manager(opened))
            self._portal, self._closing = portal, stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all episodes, servers and threads. Closing twice is allowed."""
        self._portal = None
        self._closing.close()

    def _run(self, work: Callable[[], Awaitable[_T]]) -> _T:
        if self._portal is None:
            raise UsageError("The environment is closed.", "Open another one.")
        return self._portal.call(work)


class Environment(_InThread):
    """One environment: `reset` starts an episode, `step` moves it on. A context manager."""

    def __init__(self, suite: PathLike | Suite, **options: Unpack[Options]) -> None:
        """Open an environment.

        Args:
            suite: The name of a suite, a file of tasks, or a suite object.
            options: See `EnvironmentSettings`.

        Raises:
            UsageError: There is no such suite, or a server is not available.
        """
        self._environment = AsyncEnvironment(suite, **options)
        super().__init__(self._environment)

    @property
    def tasks(self) -> tuple[str, ...]:
        """The ids of all tasks."""
        return self._environment.tasks

    @property
    def task(self) -> str | None:
        """The id of the task of the last episode."""
        return self._environment.task

    @property
    def trajectory(self) -> Trajectory | None:
        """The record of the last episode, once it is over."""
        return self._environment.trajectory

    def reset(self, task: str | None = None, seed: int = 0) -> Observation:
        """Start an episode; see `EnvironmentSlot.reset`."""
        return self._run(partial(self._environment.reset, task, seed))

    def step(self, action: Action) -> StepResult:
        """Carry out an action; see `EnvironmentSlot.step`."""
        return self._run(partial(self._environment.step, action))


class EnvironmentPool(_InThread):
    """Many environments over the same warm servers, moved on together. A context manager."""

    def __init__(self, suite: PathLike | Suite, size: int, **options: Unpack[Options]) -> None:
        """Open environments; see `AsyncEnvironmentPool`."""
        self._pool = AsyncEnvironmentPool(suite, size, **options)
        super().__init__(self._pool)

    @property
    def tasks(self) -> tuple[str, ...]:
        """The ids of all tasks."""
        return self._pool.tasks

    @property
    def trajectories(self) -> tuple[Trajectory | None, ...]:
        """The records of the last episodes; None for those that are not over."""
        return tuple(slot.trajectory for slot in self._pool)

    def __len__(self) -> int:
        return len(self._pool)

    def reset(
        self, tasks: Sequence[str | None] | None = None, seeds: Sequence[int] | None = None
    ) -> list[Observation]:
        """Start an episode in each environment; see `AsyncEnvironmentPool.reset`."""
        return self._run(partial(self._pool.reset, tasks, seeds))

    def reset_one(self, place: int, task: str | None = None, seed: int = 0) -> Observation:
        """Start an episode in one environment."""
        return self._run(partial(self._pool[place].reset, task, seed))

    def step(self, actions: Sequence[Action | None]) -> list[StepResult | None]:
        """Carry out an action in each environment; see `AsyncEnvironmentPool.step`."""
        return self._run(partial(self._pool.step, actions))
