"""Whether a model is still writing: what arrives of a streamed reply."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_FEWEST_EVENTS = 8
"""Fewer may be a greeting of the server."""
_EVENT, _PING = b"data:", b'"ping"'


class ReplyProgress:
    """Counts the events of a streamed reply, without those that only keep the connection open."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._events, self._last = 0, now()

    def take(self, piece: bytes) -> None:
        """Count the events of a piece of the body."""
        events = piece.count(_EVENT) - piece.count(_PING)
        if events > 0:
            self._events += events
            self._last = self._now()

    def is_writing(self, seconds: float) -> bool:
        """Return whether the model has written until now, with no pause of as many seconds at the end."""
        return self._events >= _FEWEST_EVENTS and self._now() - self._last < seconds


_CURRENT: ContextVar[ReplyProgress | None] = ContextVar("reply progress", default=None)


@contextmanager
def watched_reply() -> Iterator[ReplyProgress]:
    """Watch the reply that is received inside."""
    progress = ReplyProgress()
    token = _CURRENT.set(progress)
    try:
        yield progress
    finally:
        _CURRENT.reset(token)


def note_progress(piece: bytes) -> None:
    """Tell whoever watches that a piece of a reply arrived."""
    progress = _CURRENT.get()
    if progress is not None:
        progress.take(piece)
