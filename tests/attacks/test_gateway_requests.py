"""Odd requests to a gateway over HTTP: broken HTTP, foreign names, and hostile messages of its own client."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.attacks.test_gateway_intruders import KINDS, OURS, SESSION, begin
from tests.cli.gateway_process import HANDSHAKE, KEY, TASK, a_place, address_of, running
from tests.hanging import HANG_SECONDS

BODY = json.dumps(HANDSHAKE).encode()
STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) ")
POST = "POST /mcp HTTP/1.1"
LIST = {"jsonrpc": "2.0", "id": 7, "method": "tools/list"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with a_place(tmp_path_factory.mktemp("gateway")) as place, running(place, "--http", "0", *TASK) as raw:
        yield address_of(raw)


@pytest.fixture(scope="module")
def session(address: str) -> str:
    """The one session, which every attack leaves usable."""
    return begin(address)


def exchange(address: str, request: bytes) -> tuple[list[int], bytes]:
    """Send bytes; return the statuses of all answers until the connection is closed, and what was said."""
    port = httpx.URL(address).port or 0
    with socket.create_connection(("127.0.0.1", port), timeout=HANG_SECONDS) as client:
        client.sendall(request.replace(b"PORT", str(port).encode()))
        said = b""
        try:
            while piece := client.recv(65_536):
                said += piece
        except ConnectionResetError:
            pass  # it was closed while bytes were on their way
    return [int(status) for status in STATUS.findall(said)], said


def head(line: str, *fields: str, host: str = "127.0.0.1:PORT") -> bytes:
    own = [f"Authorization: Bearer {KEY}", *(f"{name}: {value}" for name, value in KINDS.items())]
    lines = [line, *([f"Host: {host}"] if host else []), *own, "Connection: close", *fields]
    return "".join(f"{text}\r\n" for text in [*lines, ""]).encode("latin-1")


SIZE = f"Content-Length: {len(BODY)}"
SMUGGLED = head("DELETE /mcp HTTP/1.1", "Content-Length: 0")
HTTP = {
    "no host": (head(POST, SIZE, host="") + BODY, {400, 421}),
    "two hosts": (head(POST, "Host: evil.example", SIZE) + BODY, {400, 421}),
    "the same host twice": (head(POST, "Host: 127.0.0.1:PORT", SIZE) + BODY, {400, 421}),
    "two hosts in one": (head(POST, SIZE, host="127.0.0.1:PORT, evil.example") + BODY, {421}),
    "another site as target": (head("POST http://evil.example/mcp HTTP/1.1", SIZE) + BODY, {404}),
    "our own site as target": (head("POST http://127.0.0.1:PORT/mcp HTTP/1.1", SIZE) + BODY, {404}),
    "a path that climbs": (head("POST /x/../mcp HTTP/1.1", SIZE) + BODY, {404}),
    "an encoded path": (head("POST /%2e%2e/mcp HTTP/1.1", SIZE) + BODY, {404}),
    "two slashes": (head("POST //mcp HTTP/1.1", SIZE) + BODY, {404}),
    "length and chunks": (
        head(POST, "Content-Length: 4", "Transfer-Encoding: chunked") + b"0\r\n\r\n" + SMUGGLED,
        {400, 409},
    ),
    "chunks and length": (
        head(POST, "Transfer-Encoding: chunked", "Content-Length: 4") + b"0\r\n\r\n" + SMUGGLED,
        {400, 409},
    ),
    "two lengths": (head(POST, SIZE, "Content-Length: 0") + BODY, {400}),
    "a signed length": (head(POST, f"Content-Length: +{len(BODY)}") + BODY, {400}),
    "a negative length": (head(POST, "Content-Length: -1") + BODY, {400}),
    "an absurd length": (head(POST, "Content-Length: " + "9" * 30) + BODY, {400, 413}),
    "chunks twice": (head(POST, "Transfer-Encoding: chunked, chunked") + b"0\r\n\r\n", {400, 501}),
    "unknown coding": (head(POST, "Transfer-Encoding: xchunked") + b"0\r\n\r\n", {400, 501}),
    "identity": (head(POST, "Transfer-Encoding: identity", SIZE) + BODY, {400, 501}),
    "a negative chunk": (head(POST, "Transfer-Encoding: chunked") + b"-1\r\n", {400}),
    "a space before the colon": (head(POST, "Content-Length : 0"), {400}),
    "a null byte": (head(POST, "X: a\0b", SIZE) + BODY, {400}),
    "HTTP 2": (b"PRI * HTTP/2.0\r\nConnection: close\r\n\r\n", {400, 421}),
    "HTTP 0.9": (b"GET /mcp\r\n\r\n", {400}),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500), {400}),
    "a proxy request": (head("CONNECT evil.example:443 HTTP/1.1"), {400, 404, 405}),
    "a trace": (head("TRACE /mcp HTTP/1.1"), {400, 405, 409}),
    "a preflight": (head("OPTIONS /mcp HTTP/1.1", "Origin: https://evil.example",
                         "Access-Control-Request-Method: POST"), {403}),
    "a preflight without origin": (head("OPTIONS /mcp HTTP/1.1", "Access-Control-Request-Method: POST"),
                                   {400, 405, 409}),
}  # fmt: skip


@pytest.mark.parametrize("name", HTTP)
def test_broken_http(address: str, session: str, name: str) -> None:
    """a client sends broken or ambiguous HTTP: one refusal, and no second request is read from its body."""
    request, expected = HTTP[name]
    statuses, said = exchange(address, request)
    assert len(statuses) == 1, said
    assert statuses[0] in expected, said
    assert b"Traceback" not in said
    assert b"access-control-allow" not in said.lower()
    assert still_works(address, session)


HOSTS = [
    "127.1:PORT",
    "0x7f000001:PORT",
    "2130706433:PORT",
    "0.0.0.0:PORT",
    "[::]:PORT",
    "[::ffff:127.0.0.1]:PORT",
    "localhost.:PORT",
    "localhost.evil.example:PORT",
    "127.0.0.1.nip.io:PORT",
    "127.0.0.1:PORT@evil.example",
    "evil.example#127.0.0.1:PORT",
    "[::1%25lo]:PORT",
    "127.0.0.1:0PORT",
    "127.0.0.1:PORT:PORT",
    "xn--lcalhost-m7a:PORT",
]


@pytest.mark.parametrize("host", HOSTS)
def test_names_of_this_machine(address: str, host: str) -> None:
    """a page reaches the gateway under a name that resolves to this machine, or looks as if it did."""
    statuses, said = exchange(address, head(POST, SIZE, host=host) + BODY)
    assert statuses in ([421], [400]), said


@pytest.mark.parametrize("host", ["127.0.0.1:PORT", "localhost:PORT", "LOCALHOST:PORT", "[::1]:PORT"])
def test_our_own_names(address: str, session: str, host: str) -> None:
    """the names of the gateway itself are served, in any case."""
    statuses, said = exchange(address, head(POST, SIZE, host=host) + BODY)
    assert statuses == [409], said  # let in; the one session is taken


def still_works(address: str, session: str) -> bool:
    reply = httpx.post(address, headers={**OURS, SESSION: session}, json=LIST, timeout=HANG_SECONDS)
    return reply.status_code == 200 and '"id":7' in reply.text.replace(" ", "")


def call(number: Any, method: str = "ping", **more: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, **more}


MESSAGES: dict[str, bytes] = {
    "deep list": b"[" * 200_000 + b"]" * 200_000,
    "deep object": b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": ' + b'{"a":' * 100_000 + b"1"
    + b"}" * 100_001,
    "a batch": json.dumps([call(number) for number in range(10_000)]).encode(),
    "an empty batch": b"[]",
    "nothing": b"",
    "no JSON": b"hello",
    "not UTF-8": b'{"jsonrpc": "2.0", "id": 1, "method": "\xff"}',
    "half a character": b'{"jsonrpc": "2.0", "id": 1, "method": "\\ud800"}',
    "not a number": b'{"jsonrpc": "2.0", "id": NaN, "method": "ping"}',
    "a huge id": json.dumps(call(10**4000)).encode(),
    "a fractional id": json.dumps(call(1.5)).encode(),
    "an id that is a list": json.dumps(call([1])).encode(),
    "a long id": json.dumps(call("a" * 1_000_000)).encode(),
    "keys twice": b'{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "ping", "method": "tools/list"}',
    "a method that is a number": json.dumps({"jsonrpc": "2.0", "id": 1, "method": 1}).encode(),
    "an unknown method": json.dumps(call(1, "gateway/stop")).encode(),
    "params that are a list": json.dumps(call(1, params=[1])).encode(),
    "an answer that nobody asked for": json.dumps({"jsonrpc": "2.0", "id": 7, "result": {}}).encode(),
    "an error that nobody asked for": json.dumps(
        {"jsonrpc": "2.0", "id": 7, "error": {"code": 1, "message": "a"}}
    ).encode(),
    "cancelling what is not there": json.dumps(
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 999}}
    ).encode(),
    "cancelling without an id": json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled"}).encode(),
    "progress of nothing": json.dumps(
        {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": 1, "progress": 1}}
    ).encode(),
    "a second handshake": BODY,
    "a tool that is not there": json.dumps(call(1, "tools/call", params={"name": "no__tool"})).encode(),
    "a token of progress that is huge": json.dumps(
        call(1, "tools/list", params={"_meta": {"progressToken": "a" * 100_000}})
    ).encode(),
}  # fmt: skip


@pytest.mark.parametrize("name", MESSAGES)
def test_hostile_messages(address: str, session: str, name: str) -> None:
    """the client of the gateway sends a message that is none, or one that means something else."""
    reply = httpx.post(
        address, headers={**OURS, SESSION: session}, content=MESSAGES[name], timeout=HANG_SECONDS
    )
    assert reply.status_code < 500, reply.text
    assert "Traceback" not in reply.text
    assert still_works(address, session)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (SESSION, "a" * 10_000),
        (SESSION, ""),
        (SESSION, "../../etc/passwd"),
        ("Mcp-Protocol-Version", "9999-99-99"),
        ("Last-Event-ID", "1"),
        ("Last-Event-ID", "../../etc/passwd"),
        ("Content-Type", "text/plain"),
        ("Content-Encoding", "gzip"),
        ("Accept", "*/*;q=0"),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_hostile_fields(address: str, session: str, method: str, name: str, value: str) -> None:
    """a client guesses a session, resumes a stream that is not its own, or names odd versions and types."""
    fields = {**OURS, SESSION: session, name: value}
    if method == "DELETE" and name not in (SESSION, "Mcp-Protocol-Version"):
        pytest.skip("it would end the session, as it may")
    with httpx.stream(
        method, address, headers=fields, content=json.dumps(LIST), timeout=HANG_SECONDS
    ) as reply:
        assert reply.status_code < 500
    assert still_works(address, session)
