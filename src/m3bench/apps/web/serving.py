"""The page on a port of this machine, until somebody stops it."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Iterator

import anyio
import uvicorn
from starlette.types import ASGIApp

from m3bench.apps.web.guard import Guard
from m3bench.core import UsageError

_LOOPBACK = "127.0.0.1"
_GOODBYE_SECONDS = 1


async def serve(
    app: ASGIApp, token: str, stop: anyio.Event, ready: Callable[[str], None], port: int = 0
) -> None:
    """Serve until `stop` is set. `ready` is told the whole address once connections are taken."""
    with _listening(port) as listener:
        taken = listener.getsockname()[1]
        config = uvicorn.Config(
            Guard(app, token, taken),
            log_config=None,
            log_level="critical",
            server_header=False,
            timeout_graceful_shutdown=_GOODBYE_SECONDS,
            lifespan="off",
            ws="none",
        )
        server = _Uvicorn(config)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_shielded, server, listener)
            ready(f"http://{_LOOPBACK}:{taken}/{token}/")
            try:
                await stop.wait()
            finally:
                server.should_exit = True


async def _shielded(server: uvicorn.Server, listener: socket.socket) -> None:
    # It ends by itself when told so; cut off, it would leave connections open.
    with anyio.CancelScope(shield=True):
        await server.serve(sockets=[listener])


class _Uvicorn(uvicorn.Server):
    """Signals are the caller's."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _listening(port: int) -> socket.socket:
    try:
        listener = socket.create_server((_LOOPBACK, port))
    except OSError as error:
        raise UsageError(
            f"Cannot listen on port {port}: {error.strerror or error}.",
            "Choose another with --port; 0 takes any that is free.",
        ) from None
    # Connections inherit it; without, each answer waits 40 ms for the browser's acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener
