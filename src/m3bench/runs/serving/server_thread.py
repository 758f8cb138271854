"""A thread that carries out calls of bundled servers, so that none of them holds up the event loop."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable
from functools import cache
from importlib import import_module
from queue import SimpleQueue
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import anyio

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")


@cache
def _asyncio() -> ModuleType:
    """Loaded late: programs that run nothing, such as `m3bench --version`, start without it."""
    return import_module("asyncio")


class CallTimeout(Exception):
    """A call was not over in time. Its thread goes on with it: a thread cannot be ended."""

    def __init__(self, call: PendingCall[Any]) -> None:
        super().__init__(f"gave no answer within {call.seconds:g} s")
        self.call = call


class PendingCall(Generic[T]):
    """A call that waits for its turn, or has begun."""

    def __init__(self, work: Callable[[], T], seconds: float) -> None:
        self.seconds = seconds
        self.is_over = False
        self._work = work
        self._began: float | None = None
        self._loop = _asyncio().get_running_loop()
        self.result: asyncio.Future[T] = self._loop.create_future()

    @property
    def seconds_left(self) -> float:
        """Until its time is over, which is counted from its turn."""
        return self.seconds if self._began is None else self._began + self.seconds - time.monotonic()

    def carry_out(self) -> None:
        """In the thread: do the work, unless nobody waits for it any more."""
        if self.result.cancelled():
            return
        self._began = time.monotonic()
        try:
            done, value, error = True, self._work(), None
        except BaseException as raised:  # noqa: BLE001 - it belongs to the one who waits
            done, value, error = False, None, raised
        self.is_over = True
        try:
            self._loop.call_soon_threadsafe(self._deliver, done, value, error)
        except RuntimeError:  # the loop has ended
            return

    def _deliver(self, done: bool, value: Any, error: BaseException | None) -> None:
        if self.result.done():
            return
        if done or error is None:
            self.result.set_result(value)
        else:
            self.result.set_exception(error)


class _Worker:
    """One thread, and the call that it carries out."""

    def __init__(self, calls: SimpleQueue[PendingCall[Any] | None], lock: threading.Lock) -> None:
        self.current: PendingCall[Any] | None = None
        self.is_replaced = False
        self._lock = lock
        # A daemon: what hangs in it must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, args=(calls,), name="bundled servers", daemon=True)
        self._thread.start()

    def _run(self, calls: SimpleQueue[PendingCall[Any] | None]) -> None:
        while (call := calls.get()) is not None:
            self.current = call
            call.carry_out()
            # What the call holds (its task's files, the world) is not kept until the next one comes.
            call = None
            with self._lock:
                self.current = None
                if self.is_replaced:
                    return

    @property
    def is_alive(self) -> bool:
        return self._thread.is_alive()


class ServerThread:
    """Carries out calls one at a time, in the order in which they came.

    A call that is not over in time gets another thread put in its place, and the next one goes on there.
    """

    def __init__(self) -> None:
        self._calls: SimpleQueue[PendingCall[Any] | None] = SimpleQueue()
        self._worker: _Worker | None = None
        self._lock = threading.Lock()
        weakref.finalize(self, self._calls.put, None)

    async def run(self, work: Callable[[], T], seconds: float) -> T:
        """What the work returns or raises. Raises `CallTimeout` after this many seconds of its own.

        Where the caller is cancelled, the work is not begun, or goes on with nobody waiting for it.
        """
        call = PendingCall(work, seconds)
        self._calls.put(call)
        self._ensure_worker()
        try:
            while True:
                with anyio.move_on_after(self._next_look(call)):
                    result: T = await _asyncio().shield(call.result)
                    return result
                self._replace_overdue()
                if call.seconds_left <= 0 and not call.is_over:
                    raise CallTimeout(call)
        finally:
            call.result.cancel()

    def _next_look(self, call: PendingCall[Any]) -> float:
        """Seconds until this call, or the one before it, is out of time."""
        ahead = self._worker.current if self._worker else None
        return max(0.001, min(each.seconds_left for each in (call, ahead) if each is not None))

    def _ensure_worker(self) -> None:
        with self._lock:
            # Not alive: this process was forked from the one that has the thread.
            if self._worker is None or not self._worker.is_alive:
                self._worker = _Worker(self._calls, self._lock)

    def _replace_overdue(self) -> None:
        with self._lock:
            worker = self._worker
            overdue = worker.current if worker else None
            if worker and overdue and not overdue.is_over and overdue.seconds_left <= 0:
                worker.is_replaced = True
                self._worker = _Worker(self._calls, self._lock)
