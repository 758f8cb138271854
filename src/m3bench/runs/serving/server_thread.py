"""A thread for the calls of bundled servers, so that they do not block the event loop."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
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
    """Import asyncio lazily: commands such as `m3bench --version` start faster without it."""
    return import_module("asyncio")


class CallTimeout(Exception):
    """A call timed out. Its thread keeps running: a thread cannot be killed."""

    def __init__(self, call: PendingCall[Any]) -> None:
        super().__init__(f"gave no answer within {call.seconds:g} s")
        self.call = call


class PendingCall(Generic[T]):
    """A call that is queued or running."""

    def __init__(self, work: Callable[[], T], seconds: float) -> None:
        self.seconds = seconds
        self.is_over = False
        self._work = work
        self._start: float | None = None
        self._loop = _asyncio().get_running_loop()
        self.result: asyncio.Future[T] = self._loop.create_future()

    @property
    def seconds_left(self) -> float:
        """Seconds until the time-out, counted from the start of the call."""
        return self.seconds if self._start is None else self._start + self.seconds - time.monotonic()

    def execute(self) -> None:
        """Do the work in the thread, unless its caller was cancelled."""
        if self.result.cancelled():
            return
        self._start = time.monotonic()
        try:
            value, error = self._work(), None
        except BaseException as raised:  # noqa: BLE001 - raised to the caller
            value, error = None, raised
        self.is_over = True
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._deliver, value, error)

    def _deliver(self, value: Any, error: BaseException | None) -> None:
        if self.result.done():
            return
        if error is None:
            self.result.set_result(value)
        else:
            self.result.set_exception(error)


class _Worker:
    """One thread and its current call."""

    def __init__(self, calls: SimpleQueue[PendingCall[Any] | None], lock: threading.Lock) -> None:
        self.current: PendingCall[Any] | None = None
        self.is_replaced = False
        self._lock = lock
        # A daemon: a hanging call must not keep the program from exiting.
        self._thread = threading.Thread(target=self._run, args=(calls,), name="bundled servers", daemon=True)
        self._thread.start()

    def _run(self, calls: SimpleQueue[PendingCall[Any] | None]) -> None:
        while (call := calls.get()) is not None:
            self.current = call
            call.execute()
            # Release what the call holds (files, the world) before the next one comes.
            call = None
            with self._lock:
                self.current = None
                if self.is_replaced:
                    return

    @property
    def is_alive(self) -> bool:
        return self._thread.is_alive()


class ServerThread:
    """Runs calls one at a time, in order.

    When a call times out, a new thread takes over the calls that follow.
    """

    def __init__(self) -> None:
        self._calls: SimpleQueue[PendingCall[Any] | None] = SimpleQueue()
        self._worker: _Worker | None = None
        self._lock = threading.Lock()
        weakref.finalize(self, self._calls.put, None)

    async def run(self, work: Callable[[], T], seconds: float) -> T:
        """Return or raise what the work does. Raise `CallTimeout` after it ran for `seconds`.

        If the caller is cancelled, queued work is dropped; running work continues, and its result is ignored.
        """
        call = PendingCall(work, seconds)
        self._calls.put(call)
        self._ensure_worker()
        try:
            while True:
                with anyio.move_on_after(self._seconds_to_deadline(call)):
                    result: T = await _asyncio().shield(call.result)
                    return result
                self._replace_overdue()
                if call.seconds_left <= 0 and not call.is_over:
                    raise CallTimeout(call)
        finally:
            call.result.cancel()

    def _seconds_to_deadline(self, call: PendingCall[Any]) -> float:
        """Return the seconds until this call or the running one times out."""
        ahead = self._worker.current if self._worker else None
        return max(0.001, min(pending.seconds_left for pending in (call, ahead) if pending is not None))

    def _ensure_worker(self) -> None:
        with self._lock:
            # A thread is not alive in a forked process.
            if self._worker is None or not self._worker.is_alive:
                self._worker = _Worker(self._calls, self._lock)

    def _replace_overdue(self) -> None:
        with self._lock:
            worker = self._worker
            overdue = worker.current if worker else None
            if worker and overdue and not overdue.is_over and overdue.seconds_left <= 0:
                worker.is_replaced = True
                self._worker = _Worker(self._calls, self._lock)
