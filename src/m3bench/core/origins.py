"""Whether an HTTP request was meant for us: by the names under which it asked, and the page that sent it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class OwnOrigin:
    """The addresses (`127.0.0.1:8000`) under which a local service is reached.

    ``Host`` must be one of them, or a foreign site could reach the service by a name of its own for this
    machine. ``Origin``, where there is one, must be one of them too, or any open page could ask in our name.
    """

    def __init__(self, hosts: Iterable[str]) -> None:
        self._hosts = {host.lower() for host in hosts}
        self._origins = {f"http://{host}" for host in self._hosts}

    def is_host(self, hosts: Sequence[str]) -> bool:
        """Whether these are the values of ``Host`` in a request for us: exactly one, and ours."""
        return len(hosts) == 1 and hosts[0].lower() in self._hosts

    def is_origin(self, origins: Sequence[str]) -> bool:
        """Whether these are the values of ``Origin`` in a request of our own, or of no page at all."""
        return all(origin.lower() in self._origins for origin in origins)


def asks_for_websocket(upgrades: Iterable[str]) -> bool:
    """Whether a request with these values of ``Upgrade`` wants to become a WebSocket."""
    return any("websocket" in value.lower() for value in upgrades)
