"""A gateway in front of the server `everything`, for the conformance suite, which cannot send a token.

`python -m tests.conformance.gateway PORT [2026-07-28]`: with the revision, it also speaks it to the server.
"""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp, Receive, Scope, Send

from m3bench.core import AllowedHosts
from m3bench.hosting import Feature, Pool, ServerSpec, Toolbox
from m3bench.hosting.gateway.gateway import Gateway
from m3bench.hosting.gateway.guard import GatewayGuard
from m3bench.hosting.gateway.sdk import make_server
from m3bench.hosting.gateway.session import OneSession

TOKEN = "conformance-of-the-gateway"
ROOT = Path(__file__).parents[2]


class WithToken:
    """Adds the token to every request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            header = (b"authorization", f"Bearer {TOKEN}".encode())
            scope = {**scope, "headers": [*scope["headers"], header]}
        await self._app(scope, receive, send)


class Replaceable(OneSession):
    """A session that the next client replaces at once: the suite opens one per scenario and closes none."""

    @property
    def is_taken(self) -> bool:
        return False


async def main(port: int, *, modern: bool) -> None:
    spec = ServerSpec(
        name="everything",
        command=sys.executable,
        args=("-m", "tests.conformance.everything"),
        cwd=str(ROOT),
        features=(Feature.ELICITATION, Feature.RESOURCES, Feature.PROMPTS),
        bundled=modern,
    )
    async with Pool() as pool, pool.lease([spec]) as lease:
        toolbox = await Toolbox.mount(lease.host)
        gateway = Gateway(toolbox, None, lambda _: None, clock=time.monotonic)
        app = make_server(gateway, plain_names=True).streamable_http_app(
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False)
        )
        hosts = AllowedHosts([f"localhost:{port}", f"127.0.0.1:{port}"])
        guard = GatewayGuard(app, TOKEN, hosts, Replaceable(), sessionless=True)
        await uvicorn.Server(uvicorn.Config(WithToken(guard), port=port, log_level="warning")).serve()


if __name__ == "__main__":
    anyio.run(partial(main, int(sys.argv[1]), modern=len(sys.argv) > 2))
