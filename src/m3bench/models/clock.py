"""A clock for time limits that stops while requests wait for a provider."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

import anyio

from m3bench.models.exchange import holding


class Scope(Protocol):
    """Something with a deadline: an `anyio.CancelScope`."""

    deadline: float


class WorkClock:
    """Counts the seconds of work, and cancels a scope when they are used up.

    Time between requests counts. Of a request, only the time from sending it to its reply counts, and only if
    a reply came: queueing, failed tries and pauses between tries do not. Because that is only known at the
    end, the deadline never passes during a request.
    """

    def __init__(
        self, scope: Scope, seconds: float | None, now: Callable[[], float] = anyio.current_time
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
        """Stop the clock. Can be nested, and entered by several requests at once."""
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
    """Limit the work inside to `seconds`, then cancel it. Does not raise, as `anyio.move_on_after`.

    Models that are called inside stop the clock while they wait.
    """
    with anyio.CancelScope() as scope, holding(_CURRENT, WorkClock(scope, seconds)) as clock:
        yield clock


@contextmanager
def provider_time() -> Iterator[Callable[[float], None]]:
    """Stop the caller's clock, if there is one. Yields a function that charges the seconds of a reply to
    it."""
    clock = _CURRENT.get()
    if clock is None:
        yield lambda _: None
        return
    with clock.stopped():
        yield clock.charge
