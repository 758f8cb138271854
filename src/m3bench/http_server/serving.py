"""Listen on a port, and serve an app there."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Literal

import anyio
import uvicorn
from starlette.types import ASGIApp

from m3bench.core import HttpLimits, UsageError
from m3bench.http_server.protocol import LimitedConfig

_GOODBYE_SECONDS = 1
_LAST_PORT = 65_535


def listen_on(host: str, port: int, hint: str) -> socket.socket:
    """Listen on an address. Port 0 is any free port.

    Raises:
        UsageError: The port is taken, or there is no such address. It ends with the hint.
    """
    if not 0 <= port <= _LAST_PORT:  # Python would leave a socket open
        raise UsageError(f"Cannot listen on {host}:{port}: ports end at {_LAST_PORT}.", hint)
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        raise UsageError(f"Cannot listen on {host}:{port}: {error.strerror or error}.", hint) from None
    # Connections inherit this. Without it, each answer waits 40 ms for the acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


@asynccontextmanager
async def serving(
    app: ASGIApp,
    listener: socket.socket,
    limits: HttpLimits | None = None,
    *,
    lifespan: Literal["on", "off"] = "off",
) -> AsyncIterator[None]:
    """Serve while the block runs. At its end, requests have a second to finish.

    Args:
        app: What answers.
        listener: Where to accept connections.
        limits: Limits of the clients.
        lifespan: Whether the app is told when it starts and ends.
    """
    config = LimitedConfig(
        app,
        limits or HttpLimits(),
        log_config=None,
        log_level="critical",
        server_header=False,
        timeout_graceful_shutdown=_GOODBYE_SECONDS,
        lifespan=lifespan,
    )
    server = _Server(config)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_run, server, listener)
        try:
            yield
        finally:
            server.should_exit = True


async def _run(server: uvicorn.Server, listener: socket.socket) -> None:
    # The server ends when `should_exit` is set. Cancelling it would leave connections open.
    with anyio.CancelScope(shield=True):
        await server.serve(sockets=[listener])


class _Server(uvicorn.Server):
    """Leaves signals to the caller."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
