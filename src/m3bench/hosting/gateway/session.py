"""The only MCP session of a gateway, and who holds it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LEASE_SECONDS = 30.0
"""How long a session without an open stream is kept for a silent client."""


class OneSession:
    """The open session. While there is one, no other client gets one.

    It ends when the client ends it (DELETE). A client that disappears loses it, too: at once if it had a
    stream open, as most clients do, else `LEASE_SECONDS` after its last request.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._id: str | None = None
        self._opening = False
        self._requests = 0
        self._streams = 0
        self._had_stream = False
        self._last = 0.0

    def holds(self, session: str) -> bool:
        return self._id is not None and session == self._id

    @property
    def is_taken(self) -> bool:
        if self._opening:
            return True
        if self._id is None:
            return False
        if self._requests or self._streams:
            return True
        return not self._had_stream and self._clock() - self._last < LEASE_SECONDS

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Active while the first request of a client is answered; see `began`."""
        self._opening = True
        try:
            yield
        finally:
            self._opening = False

    def began(self, session: str) -> None:
        """Replace the current session."""
        self._id, self._had_stream, self._last = session, False, self._clock()

    def ended(self, session: str) -> None:
        if self.holds(session):
            self._id = None

    @contextmanager
    def request(self, session: str, *, is_stream: bool) -> Iterator[None]:
        """Active while a request of the session is answered, or its stream is open."""
        self._had_stream = self._had_stream or is_stream
        self._count(1, is_stream=is_stream)
        try:
            yield
        finally:
            self._count(-1, is_stream=is_stream)
            if self.holds(session):
                self._last = self._clock()

    def _count(self, change: int, *, is_stream: bool) -> None:
        if is_stream:
            self._streams += change
        else:
            self._requests += change
