"""A connection to an HTTP service, with limits for its client."""

from __future__ import annotations

import asyncio
import socket
import struct
from typing import Any, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from m3bench.core import HttpLimits

_PIECE = 16 * 1024
_AT_ONCE = struct.pack("ii", 1, 0)
_BAD_REQUEST, _TIMEOUT, _UNAVAILABLE = (
    f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".encode()
    for status in ("400 Bad Request", "408 Request Timeout", "503 Service Unavailable")
)


class LimitedConfig(uvicorn.Config):
    """The settings of a server whose connections are limited."""

    def __init__(self, app: Any, limits: HttpLimits, **options: Any) -> None:
        self.limits = limits
        super().__init__(
            app,
            http=LimitedProtocol,
            ws="none",
            h11_max_incomplete_event_size=limits.header_bytes,
            timeout_keep_alive=60 * 60,  # the protocol has a stricter one
            **options,
        )


class LimitedProtocol(H11Protocol):
    """Uvicorn's HTTP/1.1, which by itself waits for ever for a request."""

    def __init__(
        self,
        config: LimitedConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._limits = config.limits
        self._state = self.conn.their_state
        self._is_resting = False
        """Between two requests: nothing of the next one has arrived."""
        self._unread = 0
        self.since = self._arrived = self._drained = self.loop.time()
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._check()
        others = [other for other in self._all_connections() if other.is_open]
        if len(others) > self._limits.connections:
            waiting = [other for other in others if other.is_waiting and other is not self]
            if waiting:
                min(waiting, key=lambda other: other.since).drop()
            else:
                self.drop(_UNAVAILABLE)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._arrived = self.loop.time()
        if self._is_resting:
            self._is_resting, self.since = False, self._arrived
        while data and not self.transport.is_closing():
            # In pieces, because h11 does not measure a header that arrives as a whole.
            size = _PIECE if self.conn.their_state is h11.IDLE else len(data)
            super().data_received(data[:size])
            data = data[size:]

    def handle_events(self) -> None:
        super().handle_events()
        state = self.conn.their_state
        if state is not self._state:
            self._state, self.since = state, self.loop.time()
            self._is_resting = state is h11.IDLE and not self.conn.trailing_data[0]

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - the base's argument
        """Refuse what is not HTTP. Uvicorn's own way fails if an answer has begun."""
        self.drop(_BAD_REQUEST)

    @property
    def is_open(self) -> bool:
        return not self.transport.is_closing() or self.transport.get_write_buffer_size() > 0

    @property
    def is_waiting(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def drop(self, answer: bytes = b"") -> None:
        """Close the connection, with this answer unless another one has begun."""
        if self.is_waiting or not self.cycle.response_started:
            self.transport.write(answer)
        if self.cycle is not None:
            self.cycle.disconnected = True
        if self.transport.is_closing() or self.transport.get_write_buffer_size():
            self._reset()  # an end would wait for the client
        else:
            self.transport.close()

    def _reset(self) -> None:
        # Otherwise the kernel would keep what is not read, and try to deliver it for minutes.
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        self.transport.abort()

    def _all_connections(self) -> list[LimitedProtocol]:
        return cast("list[LimitedProtocol]", list(self.connections))

    def _check(self) -> None:
        self._timer = self.loop.call_later(self._limits.check_seconds, self._check)
        now = self.loop.time()
        if self._is_unread(now):
            self._reset()
        elif self._is_overdue(now):
            self.drop(b"" if self._is_resting else _TIMEOUT)

    def _is_unread(self, now: float) -> bool:
        before, self._unread = self._unread, self.transport.get_write_buffer_size()
        if not self._unread or self._unread != before:
            self._drained = now
        return now - self._drained > self._limits.unread_seconds

    def _is_overdue(self, now: float) -> bool:
        waited = now - self.since
        if self._is_resting:
            return waited > self._limits.keep_alive_seconds
        if self._state is h11.IDLE:
            return waited > self._limits.header_seconds
        if self._state is h11.SEND_BODY and not self.flow.read_paused:
            return waited > self._limits.body_seconds or now - self._arrived > self._limits.stall_seconds
        return False
