"""Listening, and connections whose clients behave oddly."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from m3bench.core import HttpLimits, UsageError
from m3bench.http_server import listen_on
from tests.attacks.http_services import plain
from tests.hanging import HANG_SECONDS

LIMITS = HttpLimits(header_seconds=0.4, stall_seconds=0.4, keep_alive_seconds=0.4, unread_seconds=0.4)
POST = b"POST / HTTP/1.1\r\nHost: a\r\n"


async def refuse(_: Request) -> Response:
    return PlainTextResponse("no", 401)


@pytest.fixture
def client() -> Iterator[socket.socket]:
    """A client of a service that refuses requests before it reads them."""
    app = Starlette(routes=[Route("/", refuse, methods=["GET", "POST"])])
    with (
        plain(app, LIMITS) as port,
        socket.create_connection(("127.0.0.1", port), HANG_SECONDS) as connection,
    ):
        yield connection


def answer_of(client: socket.socket) -> bytes:
    """The refusal, whole."""
    said = b""
    while not said.endswith(b"\r\n\r\nno"):
        said += client.recv(4096)
    return said


def rest_of(client: socket.socket) -> bytes:
    """What the service sends until it closes the connection."""
    return b"".join(iter(lambda: client.recv(4096), b""))


def test_a_refused_request_does_not_keep_its_connection(client: socket.socket) -> None:
    client.sendall(POST + b"Content-Length: 4\r\n\r\nab")
    assert answer_of(client).startswith(b"HTTP/1.1 401 ")
    client.sendall(b"cd")  # the body is complete, and nothing follows
    assert rest_of(client) == b""


def test_a_body_may_end_after_its_answer(client: socket.socket) -> None:
    client.sendall(POST + b"Content-Length: 4\r\n\r\nab")
    assert answer_of(client).startswith(b"HTTP/1.1 401 ")
    client.sendall(b"cd" + POST + b"Connection: close\r\nContent-Length: 0\r\n\r\n")
    assert rest_of(client).startswith(b"HTTP/1.1 401 ")


def test_a_broken_body_after_its_answer(client: socket.socket, caplog: pytest.LogCaptureFixture) -> None:
    client.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n")
    assert answer_of(client).startswith(b"HTTP/1.1 401 ")
    client.sendall(b"no chunk\r\n")
    assert rest_of(client).startswith(b"HTTP/1.1 400 ")
    assert caplog.records == []  # asyncio would log an error of the protocol


@pytest.mark.parametrize("header", [b"X-Long: " + b"a" * 200_000, b"X: a\r\n" * 20_000], ids=["long", "many"])
def test_a_large_header_that_arrives_at_once(client: socket.socket, header: bytes) -> None:
    try:
        client.sendall(POST + header + b"\r\n\r\n")
        said = rest_of(client)
    except ConnectionError:
        return  # closed before all was sent or read
    assert said.startswith(b"HTTP/1.1 400 ")


def test_a_late_header_is_told(client: socket.socket) -> None:
    client.sendall(POST)
    assert rest_of(client).startswith(b"HTTP/1.1 408 ")


def test_a_taken_port() -> None:
    with listen_on("127.0.0.1", 0, "") as first:
        port = first.getsockname()[1]
        with pytest.raises(UsageError, match=rf"Cannot listen on 127\.0\.0\.1:{port}: ") as caught:
            listen_on("127.0.0.1", port, "Choose another.")
    assert caught.value.hint == "Choose another."


@pytest.mark.parametrize(("host", "port"), [("192.0.2.1", 0), ("127.0.0.1", 70_000)])
def test_an_address_that_is_none(host: str, port: int) -> None:
    with pytest.raises(UsageError, match="Cannot listen on"):
        listen_on(host, port, "")
