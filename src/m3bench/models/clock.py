"""Whose time it is: the clock of a piece of work stands still while its requests wait for a provider."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

import anyio


class Scope(Protocol):
    """What is cancelled at its deadline: an `anyio.CancelScope`."""

    deadline: float


class WorkClock:
    """Counts the seconds of work, and cancels a scope when they are used up.

    Everything between requests counts. Of a request, only the time from sending it to its reply counts, and
    only if a reply came: queueing, failed tries and pauses between tries do not. Whether a reply comes is
    known at its end, so no deadline passes while a request is under way.
    """

    def __init__(
        self,
        scope: Scope,
        seconds: float | None,
        now: Callable[[], float] = anyio.current_time,
    ) -> None:
        self._scope, self._now = scope, now
        self._left = math.inf if seconds is None else seconds
        self._since = now()
        self._stops = 0
        self.waited = 0.0
        """Seconds that did not count."""
        self._scope.deadline = self._since + self._left

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """May be nested, and entered by several requests at a time."""
        if self._stops == 0:
            now = self._now()
            self._left -= now - self._since
            self._since = now
            self._scope.deadline = math.inf
        self._stops += 1
        try:
            yield
        finally:
            self._stops -= 1
            if self._stops == 0:
                self._start()

    def charge(self, seconds: float) -> None:
        """Count time that passed while the clock was stopped."""
        self._left -= seconds
        self.waited -= seconds

    def _start(self) -> None:
        now = self._now()
        self.waited += now - self._since
        self._since = now
        self._scope.deadline = now + self._left


_CURRENT: ContextVar[WorkClock | None] = ContextVar("work clock", default=None)


@contextmanager
def work_clock(seconds: float | None) -> Iterator[WorkClock]:
    """Give the work inside so many seconds, then cancel it. Falls through, as `anyio.move_on_after` does.

    Models that are asked inside stop the clock while they wait.
    """
    with anyio.CancelScope() as scope:
        clock = WorkClock(scope, seconds)
        token = _CURRENT.set(clock)
        try:
            yield clock
        finally:
            _CURRENT.reset(token)


@contextmanager
def provider_time() -> Iterator[Callable[[float], None]]:
    """Stop the clock of whoever asks, if there is one. Gives what charges the seconds of a reply to it."""
    clock = _CURRENT.get()
    if clock is None:
        yield lambda _: None
        return
    with clock.stopped():
        yield clock.charge
