"""What a run tells those who watch it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from m3bench.core import Usage
from m3bench.runs.store import Attempted, Key


class RunWatcher(Protocol):
    """A display, a log or a test."""

    def began(self, todo: int, done: int) -> None:
        """How many attempts are to be made, and how many an earlier session made."""

    def started(self, key: Key, number: int) -> None:
        """A try of an attempt begins."""

    def thinking(self, key: Key, step: int) -> None: ...

    def calling(self, key: Key, step: int, tools: Sequence[str]) -> None: ...

    def spent(self, total: Usage) -> None: ...

    def ended(self, record: Attempted) -> None:
        """A try has ended and is in the journal."""

    def parked(self, key: Key) -> None: ...

    def said(self, text: str) -> None:
        """Something that a person should know."""


class Silence:
    """A watcher that shows nothing."""

    def began(self, todo: int, done: int) -> None: ...

    def started(self, key: Key, number: int) -> None: ...

    def thinking(self, key: Key, step: int) -> None: ...

    def calling(self, key: Key, step: int, tools: Sequence[str]) -> None: ...

    def spent(self, total: Usage) -> None: ...

    def ended(self, record: Attempted) -> None: ...

    def parked(self, key: Key) -> None: ...

    def said(self, text: str) -> None: ...


class KeyWatcher:
    """What one attempt tells, passed on with its key. An agents' `Watcher`."""

    def __init__(self, watcher: RunWatcher, key: Key) -> None:
        self._watcher, self._key = watcher, key

    def thinking(self, step: int) -> None:
        self._watcher.thinking(self._key, step)

    def calling(self, step: int, tools: Sequence[str]) -> None:
        self._watcher.calling(self._key, step, tools)
