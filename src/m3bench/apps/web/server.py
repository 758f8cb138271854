"""Serve a page on a local port."""

from __future__ import annotations

from collections.abc import Callable

import anyio
from starlette.types import ASGIApp

from m3bench.apps.web.guard import Guard
from m3bench.core import HttpLimits
from m3bench.http_server import listen_on, serving

_LOOPBACK = "127.0.0.1"


async def serve(
    app: ASGIApp,
    token: str,
    stop: anyio.Event,
    ready: Callable[[str], None],
    port: int = 0,
    *,
    limits: HttpLimits | None = None,
) -> None:
    """Serve until `stop` is set. `ready` is called with the address once the server listens."""
    with listen_on(_LOOPBACK, port, "Choose another one with --port. 0 takes any free port.") as listener:
        bound_port = listener.getsockname()[1]
        async with serving(Guard(app, token, bound_port), listener, limits):
            ready(f"http://{_LOOPBACK}:{bound_port}/{token}/")
            await stop.wait()
