"""Serve environments: in this process, or in workers behind it."""

from __future__ import annotations

import contextlib
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import anyio
import anyio.abc
import httpx2
import msgspec
import uvicorn
from starlette.types import ASGIApp

from m3bench.core import AllowedHosts, UsageError
from m3bench.environment.service.app import make_app
from m3bench.environment.service.guard import ServiceGuard
from m3bench.environment.service.proxy import make_proxy
from m3bench.environment.service.sessions import Sessions
from m3bench.environment.settings import EnvironmentSettings
from m3bench.environment.shared_servers import open_servers

LOOPBACK = "127.0.0.1"
_SHUTDOWN_SECONDS = 2
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


async def serve(settings: ServiceSettings, ready: Ready, stop: anyio.Event) -> None:
    """Serve until `stop` is set. Then all sessions, servers and workers have ended.

    Raises:
        UsageError: The suite does not exist, or the port is taken.
    """
    with _listening(settings.host, settings.port) as listener:
        port = listener.getsockname()[1]
        opened = _workers(settings) if settings.workers > 1 else _own_sessions(settings)
        async with opened as app, anyio.create_task_group() as tasks:
            server = _Uvicorn(_config(app, settings, port))
            tasks.start_soon(_run_server, server, listener)
            ready(f"http://{settings.host}:{port}")
            try:
                await stop.wait()
            finally:
                server.should_exit = True


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


async def _expire(sessions: Sessions, every: float) -> None:
    while True:
        await anyio.sleep(every)
        await sessions.close_idle()


@asynccontextmanager
async def _workers(settings: ServiceSettings) -> AsyncIterator[ASGIApp]:
    """Yield the app that passes requests on to workers, which end with it."""
    async with AsyncExitStack() as stack:
        clients: list[httpx2.AsyncClient] = []
        ports = [
            await stack.enter_async_context(_worker(settings, place)) for place in range(settings.workers)
        ]
        for port in ports:
            client = httpx2.AsyncClient(
                base_url=f"http://{LOOPBACK}:{port}",
                headers={"Authorization": f"Bearer {settings.token}"},
                timeout=None,
                trust_env=False,
            )
            clients.append(await stack.enter_async_context(client))
        yield make_proxy(clients)


@asynccontextmanager
async def _worker(settings: ServiceSettings, place: int) -> AsyncIterator[int]:
    """Start a worker; yield its port. It ends when its standard input is closed."""
    own = msgspec.structs.replace(
        settings, host=LOOPBACK, port=0, allowed_hosts=(), workers=1, prefix=f"{place}-"
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


def _config(app: ASGIApp, settings: ServiceSettings, port: int) -> uvicorn.Config:
    names = {settings.host, socket.gethostname()}
    names |= {LOOPBACK, "localhost"} if settings.host == LOOPBACK else set()
    hosts = AllowedHosts([*(f"{name}:{port}" for name in names), *settings.allowed_hosts])
    return uvicorn.Config(
        ServiceGuard(app, settings.token, hosts),
        log_config=None,
        log_level="critical",
        server_header=False,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        timeout_keep_alive=60,
        lifespan="off",
        ws="none",
    )


async def _run_server(server: uvicorn.Server, listener: socket.socket) -> None:
    # The server ends when `should_exit` is set. Cancelling it would leave connections open.
    with anyio.CancelScope(shield=True):
        await server.serve(sockets=[listener])


class _Uvicorn(uvicorn.Server):
    """A server that leaves signals to the caller."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _listening(host: str, port: int) -> socket.socket:
    try:
        listener = socket.create_server((host, port))
    except (OSError, OverflowError) as error:
        raise UsageError(
            f"Cannot listen on {host}:{port}: {getattr(error, 'strerror', None) or error}.",
            "Choose another one with --port. 0 takes any free port.",
        ) from None
    # Connections inherit this. Without it, each response waits 40 ms for the acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener
