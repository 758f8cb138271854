"""Serve environments: in this process, or in workers behind it."""

from __future__ import annotations

import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import anyio
import anyio.abc
import httpx2
import msgspec
from starlette.types import ASGIApp

from m3bench.core import AllowedHosts, HttpLimits, UsageError
from m3bench.environment.service.app import ServiceGuard, make_app
from m3bench.environment.service.proxy import make_proxy
from m3bench.environment.service.sessions import Sessions
from m3bench.environment.settings import EnvironmentSettings
from m3bench.environment.shared_servers import open_servers
from m3bench.http_server import listen_on, serving

LOOPBACK = "127.0.0.1"
_LONGEST_CHECK = 5.0
Ready = Callable[[str], None]
"""Called with the address once the service listens."""


class ServiceSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What a service serves, and where."""

    suite: str
    token: str
    environment: EnvironmentSettings = EnvironmentSettings()
    host: str = LOOPBACK
    port: int = 0
    """0 takes any free port."""
    allowed_hosts: tuple[str, ...] = ()
    """Further values of the ``Host`` header, as `name:port`."""
    workers: int = 1
    sessions: int = 256
    """The most sessions in one worker."""
    idle_seconds: float = 900.0
    """Sessions that are not used for so long are closed."""
    prefix: str = ""
    """Begins the ids of sessions: the number of a worker."""


async def serve(
    settings: ServiceSettings, ready: Ready, stop: anyio.Event, limits: HttpLimits | None = None
) -> None:
    """Serve until `stop` is set. Then all sessions, servers and workers have ended.

    Raises:
        UsageError: The suite does not exist, or the port is taken.
    """
    hint = "Choose another one with --port. 0 takes any free port."
    with listen_on(settings.host, settings.port, hint) as listener:
        port = listener.getsockname()[1]
        opened = _workers(settings) if settings.workers > 1 else _own_sessions(settings)
        async with opened as app:
            guard = ServiceGuard(app, settings.token, _hosts(settings, port))
            async with serving(guard, listener, limits or _limits(settings)):
                ready(f"http://{settings.host}:{port}")
                await stop.wait()


@asynccontextmanager
async def _own_sessions(settings: ServiceSettings) -> AsyncIterator[ASGIApp]:
    async with open_servers(settings.suite, settings.environment) as shared:
        sessions = Sessions(
            shared, most=settings.sessions, idle_seconds=settings.idle_seconds, prefix=settings.prefix
        )
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_expire, sessions, min(_LONGEST_CHECK, settings.idle_seconds / 2))
            try:
                yield make_app(sessions)
            finally:
                tasks.cancel_scope.cancel()
                await sessions.close_all()


async def _expire(sessions: Sessions, pause: float) -> None:
    while True:
        await anyio.sleep(pause)
        await sessions.close_idle()


@asynccontextmanager
async def _workers(settings: ServiceSettings) -> AsyncIterator[ASGIApp]:
    """Yield the app that passes requests on to workers, which end with it."""
    async with AsyncExitStack() as stack:
        ports = [
            await stack.enter_async_context(_worker(settings, index)) for index in range(settings.workers)
        ]
        headers = {"Authorization": f"Bearer {settings.token}"}
        clients = [
            httpx2.AsyncClient(
                base_url=f"http://{LOOPBACK}:{port}", headers=headers, timeout=None, trust_env=False
            )
            for port in ports
        ]
        yield make_proxy([await stack.enter_async_context(client) for client in clients])


@asynccontextmanager
async def _worker(settings: ServiceSettings, index: int) -> AsyncIterator[int]:
    """Start a worker; yield its port. It ends when its standard input is closed."""
    own = msgspec.structs.replace(
        settings, host=LOOPBACK, port=0, allowed_hosts=(), workers=1, prefix=f"{index}-"
    )
    command = [sys.executable, "-m", "m3bench.environment.service.worker"]
    process = await anyio.open_process(command, stderr=None)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        await process.stdin.send(msgspec.json.encode(own) + b"\n")
        yield await _port(process.stdout)
    finally:
        with anyio.CancelScope(shield=True):
            await process.stdin.aclose()
            await process.wait()
            await process.aclose()


async def _port(stream: anyio.abc.ByteReceiveStream) -> int:
    said = b""
    while not said.endswith(b"\n"):
        try:
            said += await stream.receive()
        except anyio.EndOfStream:
            raise UsageError("A worker did not start.", "See the message above.") from None
    return int(said)


def _hosts(settings: ServiceSettings, port: int) -> AllowedHosts:
    names = {settings.host, socket.gethostname()}
    names |= {LOOPBACK, "localhost"} if settings.host == LOOPBACK else set()
    return AllowedHosts([*(f"{name}:{port}" for name in names), *settings.allowed_hosts])


def _limits(settings: ServiceSettings) -> HttpLimits:
    """Return limits with room for a connection of every session, which rests while a policy computes."""
    connections = 2 * settings.sessions * settings.workers
    return HttpLimits(keep_alive_seconds=60, connections=max(HttpLimits().connections, connections))
