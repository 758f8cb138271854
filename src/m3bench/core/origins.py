"""Checks of the `Host` and `Origin` headers of requests to a local HTTP service."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


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


def is_websocket_upgrade(upgrades: Iterable[str]) -> bool:
    """Return whether a request with these ``Upgrade`` values asks for a WebSocket."""
    return any("websocket" in value.lower() for value in upgrades)
