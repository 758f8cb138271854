"""HTTP services: the addresses that they answer to, and the limits of their clients."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec


class AllowedHosts:
    """The addresses of a local service, such as `127.0.0.1:8000`.

    A check of ``Host`` prevents DNS rebinding, a check of ``Origin`` requests by pages of other sites.
    """

    def __init__(self, hosts: Iterable[str]) -> None:
        self._hosts = {host.lower() for host in hosts}
        self._origins = {f"http://{host}" for host in self._hosts}

    def allows_host(self, hosts: Sequence[str]) -> bool:
        """Return whether the ``Host`` values of a request are exactly one value, and an allowed one."""
        return len(hosts) == 1 and hosts[0].lower() in self._hosts

    def allows_origin(self, origins: Sequence[str]) -> bool:
        """Return whether all ``Origin`` values of a request are allowed; there may be none."""
        return all(origin.lower() in self._origins for origin in origins)


class HttpLimits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of a service. They hold for what a client sends and reads: answers may take any time."""

    header_seconds: float = 10.0
    """From the connection, or the first byte of a further request, to the end of the header."""
    body_seconds: float = 300.0
    """From the end of the header to the end of the body."""
    stall_seconds: float = 20.0
    """Between two pieces of a body."""
    unread_seconds: float = 60.0
    """While an answer waits for the client, which reads nothing of it."""
    keep_alive_seconds: float = 5.0
    """Between two requests."""
    connections: int = 512
    """Open at a time. Above it, the one that has waited longest without a request is closed."""
    header_bytes: int = 32 * 1024
    """Of a request line and its header; this bounds their number too."""

    @property
    def check_seconds(self) -> float:
        """How often the times of a connection are checked."""
        shortest = min(
            self.header_seconds,
            self.body_seconds,
            self.stall_seconds,
            self.unread_seconds,
            self.keep_alive_seconds,
        )
        return shortest / 4


def is_websocket_upgrade(upgrades: Iterable[str]) -> bool:
    """Return whether a request with these ``Upgrade`` values asks for a WebSocket."""
    return any("websocket" in value.lower() for value in upgrades)
