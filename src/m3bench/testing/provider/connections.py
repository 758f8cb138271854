"""The TCP server of the fake provider, which knows its connections."""

from __future__ import annotations

import functools
import socket
import socketserver
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from m3bench.core import HttpLimits
from m3bench.testing.provider.waiting import Waiting

HOST = "127.0.0.1"
_UNAVAILABLE = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class _Connection(NamedTuple):
    socket: socket.socket
    waiting: Waiting


class ProviderServer(socketserver.ThreadingTCPServer):
    """Tracks its connections in order to close them: clients keep theirs open for the next request.

    A handler is called with what its connection waits for, and the arguments of `socketserver`.
    """

    allow_reuse_address = True
    request_queue_size = 512

    def __init__(self, port: int, handler: Callable[..., Any], limits: HttpLimits) -> None:
        self._connections: dict[threading.Thread, _Connection] = {}
        self._lock = threading.Lock()
        self._limits, self._handler = limits, handler
        super().__init__((HOST, port), handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        if not self._has_room():
            with suppress(OSError):
                request.sendall(_UNAVAILABLE)
            self.shutdown_request(request)
            return
        serve = functools.partial(self.process_request_thread, request, client_address)
        thread = threading.Thread(target=serve, name="fake provider's connection", daemon=True)
        with self._lock:
            self._connections[thread] = _Connection(request, Waiting(self._limits))
        thread.start()

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._connections.pop(threading.current_thread(), None)

    def finish_request(self, request: Any, client_address: Any) -> None:
        waiting = self._connections[threading.current_thread()].waiting
        self._handler(waiting, request, client_address, self)

    def service_actions(self) -> None:
        """Close the connections that have waited too long. The server calls this many times a second."""
        now = time.monotonic()
        for connection in self._open_connections():
            if connection.waiting.until < now:
                _shut(connection.socket)

    def end_connections(self, seconds: float) -> None:
        with self._lock:
            connections = dict(self._connections)
        for connection in connections.values():
            _shut(connection.socket)
        deadline = time.monotonic() + seconds
        for thread in connections:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _open_connections(self) -> list[_Connection]:
        with self._lock:
            return list(self._connections.values())

    def _has_room(self) -> bool:
        """Return whether there is room for a connection, if need be by closing one without a request."""
        connections = self._open_connections()
        if len(connections) < self._limits.connections:
            return True
        waiting = [connection for connection in connections if not connection.waiting.has_request]
        if waiting:
            _shut(min(waiting, key=lambda connection: connection.waiting.since).socket)
        return bool(waiting)


def _shut(connection: socket.socket) -> None:
    with suppress(OSError):  # it has just been closed
        connection.shutdown(socket.SHUT_RDWR)
