"""The gateway over streamable HTTP."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import anyio
import msgspec
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp, Receive, Scope, Send

from m3bench.core import AllowedHosts, HttpLimits, UsageError
from m3bench.hosting.gateway.guard import PATH, GatewayGuard
from m3bench.hosting.session import MAX_MESSAGE_BYTES
from m3bench.http_server import listen_on, serving

_LOOPBACK = "127.0.0.1"
_HTTP_PORT = 80


class Address(msgspec.Struct, frozen=True):
    """An address to listen on. Port 0 is any free port."""

    host: str = _LOOPBACK
    port: int = 0

    @property
    def is_loopback(self) -> bool:
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    @property
    def url_host(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host

    @property
    def url(self) -> str:
        return f"http://{self.url_host}:{self.port}{PATH}"


def read_address(text: str) -> Address:
    """Parse `PORT`, `HOST:PORT` or `[HOST]:PORT`. Without a host, only this machine can connect."""
    host, _, port = text.rpartition(":")
    if not port.isascii() or not port.isdigit() or int(port) > 65_535:
        raise UsageError(
            f"{text!r} is not an address to listen on.", "Use PORT or HOST:PORT; port 0 is any free port."
        )
    return Address(host.removeprefix("[").removesuffix("]") or _LOOPBACK, int(port))


async def serve_http(
    server: Server[Any],
    address: Address,
    message_arrived: Callable[[], None],
    ready: Callable[[Address], None],
    *,
    token: str | None,
    hosts: Iterable[str] = (),
    listener: socket.socket | None = None,
    limits: HttpLimits | None = None,
) -> None:
    """Serve one client with the token until cancelled. With None, a client needs no token.

    `message_arrived` is called for every request, `ready` with the address once connections are accepted.
    `hosts` are further accepted values of the ``Host`` header (`name:port`). A given `listener` is used
    instead of listening on the address. `limits` are those of the client.
    """
    hint = "Choose another port; 0 is any free port."
    with listener or listen_on(address.host, address.port, hint) as listening:
        taken = address if listener else Address(address.host, listening.getsockname()[1])
        app = server.streamable_http_app(
            streamable_http_path=PATH,
            # The guard checks every request, not only on loopback.
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
            max_request_body_size=MAX_MESSAGE_BYTES,
        )
        own = AllowedHosts([*_own_hosts(taken), *hosts])
        guard = GatewayGuard(_reporting(app, message_arrived), token, own)
        ready(taken)
        async with serving(guard, listening, limits, lifespan="on"):
            await anyio.sleep_forever()


def _own_hosts(address: Address) -> Iterator[str]:
    names = [address.url_host, socket.gethostname()]
    if address.is_loopback:
        names += [_LOOPBACK, "localhost", "[::1]"]
    for name in names:
        yield f"{name}:{address.port}"
        if address.port == _HTTP_PORT:
            yield name


def _reporting(app: ASGIApp, message_arrived: Callable[[], None]) -> ASGIApp:
    """Return an app that reports each request when it arrives, before it is read."""

    async def reported(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            message_arrived()
        await app(scope, receive, send)

    return reported


def unix_listener(path: Path) -> socket.socket:
    """Listen on a Unix socket at a path of any length."""
    listener = socket.socket(socket.AF_UNIX)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        listener.bind(f"/proc/self/fd/{folder}/{path.name}")  # a socket path may have 107 bytes
        listener.listen()
    except BaseException:
        listener.close()
        raise
    finally:
        os.close(folder)
    return listener
