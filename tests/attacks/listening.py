"""Listeners on loopback that count what arrives."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.hanging import HANG_SECONDS

_ADDRESSES = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))
_TRIES = 20


class Listener:
    """TCP and UDP on one port of 127.0.0.1, and of ::1 where there is one."""

    def __init__(self, sockets: list[socket.socket]) -> None:
        self.port: int = sockets[0].getsockname()[1]
        self.arrived: list[str] = []
        """A line for each connection and packet."""
        self._sockets = sockets

    def take(self) -> None:
        """Take one connection or packet from each socket that has one."""
        for ready in select.select(self._sockets, [], [], 0.05)[0]:
            with contextlib.suppress(OSError):
                self.arrived.append(_taken(ready))


def _taken(ready: socket.socket) -> str:
    if ready.type == socket.SOCK_DGRAM:
        packet, sender = ready.recvfrom(2_000)
        return f"UDP from {sender[0]}: {packet[:40]!r}"
    connection, sender = ready.accept()
    with connection:
        connection.settimeout(0.2)
        start = b""
        with contextlib.suppress(TimeoutError):
            start = connection.recv(200)
        return f"TCP from {sender[0]}: {start[:60]!r}"


@contextmanager
def listening() -> Iterator[Listener]:
    """Listen until the block ends."""
    sockets = _open_sockets()
    listener, ended = Listener(sockets), threading.Event()

    def take_all() -> None:
        while not ended.is_set():
            listener.take()

    thread = threading.Thread(target=take_all, daemon=True)
    thread.start()
    try:
        yield listener
    finally:
        ended.set()
        thread.join(HANG_SECONDS)
        for opened in sockets:
            opened.close()


def _open_sockets() -> list[socket.socket]:
    for _ in range(_TRIES):
        first = _bound(socket.AF_INET, socket.SOCK_STREAM, "127.0.0.1", 0)
        sockets = [first]
        try:
            port = first.getsockname()[1]
            sockets.append(_bound(socket.AF_INET, socket.SOCK_DGRAM, "127.0.0.1", port))
            if _has_ipv6():
                sockets += [
                    _bound(socket.AF_INET6, kind, "::1", port)
                    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM)
                ]
        except OSError:  # the port is taken for one of the others
            for opened in sockets:
                opened.close()
        else:
            return sockets
    raise OSError("no port is free for TCP and UDP")


def _bound(family: int, kind: int, address: str, port: int) -> socket.socket:
    opened = socket.socket(family, kind)
    try:
        opened.bind((address, port))
        if kind == socket.SOCK_STREAM:
            opened.listen(50)
    except OSError:
        opened.close()
        raise
    return opened


def _has_ipv6() -> bool:
    try:
        _bound(socket.AF_INET6, socket.SOCK_DGRAM, "::1", 0).close()
    except OSError:
        return False
    return True
