"""The HTTP services of m3bench, each with short limits, in threads of this process."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import anyio
from anyio.from_thread import start_blocking_portal
from mcp.server.lowlevel import Server
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from m3bench.apps.web import serve as serve_page
from m3bench.core import HttpLimits
from m3bench.environment.service import ServiceSettings
from m3bench.environment.service import serve as serve_environment
from m3bench.formats import write
from m3bench.hosting.gateway import Address, serve_http
from m3bench.http_server import listen_on, serving
from m3bench.testing.provider import FakeProvider
from tests.environment.tasks import SUM
from tests.hanging import HANG_SECONDS

TOKEN = "a-token-of-this-test-alone"
LIMITS = HttpLimits(
    header_seconds=1, body_seconds=4, stall_seconds=1, unread_seconds=1, keep_alive_seconds=1, connections=400
)
Ready = Callable[[str], None]
Serve = Callable[[Ready, anyio.Event], Awaitable[None]]


class Service(NamedTuple):
    """A service that listens, and an honest request to it."""

    port: int
    request: bytes
    answer: bytes
    """How the answer to the request begins."""


@contextmanager
def _served(serve: Serve) -> Iterator[int]:
    """Serve in another thread; yield the port."""
    addresses: list[str] = []
    listening = threading.Event()

    def ready(address: str) -> None:
        addresses.append(address)
        listening.set()

    with start_blocking_portal() as portal:
        stop = portal.call(_event)
        served = portal.start_task_soon(serve, ready, stop)
        served.add_done_callback(lambda _: listening.set())
        assert listening.wait(HANG_SECONDS)
        if served.done():
            served.result()
        try:
            yield int(addresses[0].split(":")[2].partition("/")[0])
        finally:
            portal.call(stop.set)
            served.result(HANG_SECONDS)


async def _event() -> anyio.Event:
    return anyio.Event()


def _request(port: int, line: str, *fields: str, body: bytes = b"") -> bytes:
    lines = [f"{line} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Content-Length: {len(body)}", *fields]
    return "".join(f"{text}\r\n" for text in [*lines, ""]).encode() + body


@contextmanager
def viewer(_: Path, limits: HttpLimits = LIMITS) -> Iterator[Service]:
    """What serves the pages of the viewer and of the audit."""
    app = Starlette(routes=[Route(f"/{TOKEN}/", _answer, methods=["GET", "POST"])])

    async def serve(ready: Ready, stop: anyio.Event) -> None:
        await serve_page(app, TOKEN, stop, ready, limits=limits)

    with _served(serve) as port:
        yield Service(port, _request(port, f"GET /{TOKEN}/"), b"HTTP/1.1 200 ")


async def _answer(_: Request) -> Response:
    return PlainTextResponse("a page")


@contextmanager
def environment(folder: Path, limits: HttpLimits = LIMITS) -> Iterator[Service]:
    write(folder / "tasks.jsonl", [SUM], format="jsonl")
    settings = ServiceSettings(suite=str(folder / "tasks.jsonl"), token=TOKEN)

    async def serve(ready: Ready, stop: anyio.Event) -> None:
        await serve_environment(settings, ready, stop, limits)

    with _served(serve) as port:
        request = _request(port, "GET /health", f"Authorization: Bearer {TOKEN}")
        yield Service(port, request, b"HTTP/1.1 200 ")


@contextmanager
def gateway(_: Path, limits: HttpLimits = LIMITS) -> Iterator[Service]:
    async def serve(ready: Ready, stop: anyio.Event) -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_serve_gateway, ready, limits)
            await stop.wait()
            tasks.cancel_scope.cancel()

    with _served(serve) as port:
        fields = ("Content-Type: application/json", "Accept: application/json, text/event-stream")
        request = _request(port, "POST /mcp", f"Authorization: Bearer {TOKEN}", *fields, body=b"{}")
        yield Service(port, request, b"HTTP/1.1 400 ")  # let in, and told that this is no message of MCP


async def _serve_gateway(ready: Ready, limits: HttpLimits) -> None:
    await serve_http(
        Server("gateway"), Address(), lambda: None, lambda at: ready(at.url), token=TOKEN, limits=limits
    )


@contextmanager
def provider(_: Path, limits: HttpLimits = LIMITS) -> Iterator[Service]:
    with FakeProvider(lambda _: "an answer", limits=limits) as fake:
        port = int(fake.url().split(":")[2].partition("/")[0])
        body = b'{"model": "some", "messages": [{"role": "user", "content": "Hello"}]}'
        fields = ("Content-Type: application/json", "Authorization: Bearer some")
        request = _request(port, "POST /v1/chat/completions", *fields, body=body)
        yield Service(port, request, b"HTTP/1.1 200 ")


SERVICES = {"viewer and audit": viewer, "environment": environment, "gateway": gateway, "provider": provider}


@contextmanager
def plain(app: Starlette, limits: HttpLimits = LIMITS) -> Iterator[int]:
    """Serve an app without a guard; yield its port."""

    async def serve(ready: Ready, stop: anyio.Event) -> None:
        with listen_on("127.0.0.1", 0, "") as listener:
            async with serving(app, listener, limits):
                ready(f"http://127.0.0.1:{listener.getsockname()[1]}")
                await stop.wait()

    with _served(serve) as port:
        yield port


async def stream(request: Request) -> Response:
    """Send an event every so often: the first at once, others after the time of the query."""
    pause = float(request.query_params["pause"])

    async def events() -> object:
        for number in range(2):
            yield f"data: {number}\n\n"
            await anyio.sleep(pause)

    return StreamingResponse(events(), media_type="text/event-stream")  # type: ignore[arg-type]


async def length(request: Request) -> Response:
    """Tell how long the body is."""
    return PlainTextResponse(str(len(await request.body())))


async def large(_: Request) -> Response:
    """Answer with more than any buffer holds."""
    return Response(b"x" * (64 << 20))
