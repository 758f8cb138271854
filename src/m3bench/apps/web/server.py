"""Serve a page on a local port."""

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
_SHUTDOWN_SECONDS = 1


async def serve(
    app: ASGIApp, token: str, stop: anyio.Event, ready: Callable[[str], None], port: int = 0
) -> None:
    """Serve until `stop` is set. `ready` is called with the address once the server listens."""
    with _listen(port) as listener:
        bound_port = listener.getsockname()[1]
        config = uvicorn.Config(
            Guard(app, token, bound_port),
            log_config=None,
            log_level="critical",
            server_header=False,
            timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
            lifespan="off",
            ws="none",
        )
        server = _Uvicorn(config)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_run_server, server, listener)
            ready(f"http://{_LOOPBACK}:{bound_port}/{token}/")
            try:
                await stop.wait()
            finally:
                server.should_exit = True


async def _run_server(server: uvicorn.Server, listener: socket.socket) -> None:
    # The server ends when `should_exit` is set. Cancelling it would leave connections open.
    with anyio.CancelScope(shield=True):
        await server.serve(sockets=[listener])


class _Uvicorn(uvicorn.Server):
    """A server that leaves signals to the caller."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _listen(port: int) -> socket.socket:
    try:
        listener = socket.create_server((_LOOPBACK, port))
    except OSError as error:
        raise UsageError(
            f"Cannot listen on port {port}: {error.strerror or error}.",
            "Choose another one with --port. 0 takes any free port.",
        ) from None
    # Connections inherit this. Without it, each response waits 40 ms for the acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener
