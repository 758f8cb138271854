"""How long a connection to the fake provider waits for its client."""

from __future__ import annotations

import math
import time

from m3bench.core import HttpLimits


class Waiting:
    """What a connection waits for. The server closes it when the time is over."""

    def __init__(self, limits: HttpLimits) -> None:
        self._limits = limits
        self._body_end = math.inf
        self._is_first = True
        self.has_request = False
        self.since = time.monotonic()
        self.until = self.since + limits.header_seconds

    def for_request(self) -> None:
        """Wait for the first byte of a request. The time of the first one began with the connection."""
        if not self._is_first:
            self._wait(self._limits.keep_alive_seconds)
        self._is_first = self.has_request = False

    def for_header(self) -> None:
        self._wait(self._limits.header_seconds)

    def for_body(self) -> None:
        """Wait for a body that begins now."""
        self._body_end = time.monotonic() + self._limits.body_seconds
        self.for_piece()

    def for_piece(self) -> None:
        self._wait(self._limits.stall_seconds)
        self.until = min(self.until, self._body_end)

    def for_reader(self) -> None:
        self._wait(self._limits.unread_seconds)

    def for_nothing(self) -> None:
        """Work on a request, for as long as it takes."""
        self.has_request = True
        self._wait(math.inf)

    def _wait(self, seconds: float) -> None:
        self.since = time.monotonic()
        self.until = self.since + seconds
