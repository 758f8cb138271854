"""Progress events of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from m3bench.core import Usage
from m3bench.runs.store import FinishedAttempt, Key


class RunWatcher(Protocol):
    """Receives the events of a run, for a display, a log or a test."""

    def began(self, todo: int, done: int) -> None:
        """The session starts: `todo` attempts are left, earlier sessions made `done`."""

    def started(self, key: Key, number: int) -> None:
        """A try starts."""

    def thinking(self, key: Key, step: int) -> None: ...

    def calling(self, key: Key, step: int, tools: Sequence[str]) -> None: ...

    def spent(self, total: Usage) -> None: ...

    def ended(self, record: FinishedAttempt) -> None:
        """A try ended and is in the journal."""

    def parked(self, key: Key) -> None: ...

    def said(self, text: str) -> None:
        """A message for the user."""


class SilentWatcher:
    """A watcher that ignores all events."""

    def began(self, todo: int, done: int) -> None: ...
    def started(self, key: Key, number: int) -> None: ...
    def thinking(self, key: Key, step: int) -> None: ...
    def calling(self, key: Key, step: int, tools: Sequence[str]) -> None: ...
    def spent(self, total: Usage) -> None: ...
    def ended(self, record: FinishedAttempt) -> None: ...
    def parked(self, key: Key) -> None: ...
    def said(self, text: str) -> None: ...


class AttemptWatcher:
    """Passes the events of one attempt on with its key. Implements the `Watcher` of the agents room."""

    def __init__(self, watcher: RunWatcher, key: Key) -> None:
        self._watcher, self._key = watcher, key

    def thinking(self, step: int) -> None:
        self._watcher.thinking(self._key, step)

    def calling(self, step: int, tools: Sequence[str]) -> None:
        self._watcher.calling(self._key, step, tools)
