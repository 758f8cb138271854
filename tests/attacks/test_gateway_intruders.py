"""Strangers at the door of a gateway over HTTP: other users, web pages, second clients."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cli.gateway_process import (
    BEARER,
    HANDSHAKE,
    KEY,
    TASK,
    Place,
    a_place,
    address_of,
    running,
)
from tests.hanging import HANG_SECONDS

KINDS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
OURS = {**KINDS, **BEARER}
SESSION = "Mcp-Session-Id"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A gateway that nobody has a session with."""
    with (
        a_place(tmp_path_factory.mktemp("gateway")) as place,
        running(place, "--http", "0", *TASK) as raw,
    ):
        yield address_of(raw)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with a_place(tmp_path) as place:
        yield place


def post(address: str, headers: dict[str, str], body: Any = HANDSHAKE) -> httpx.Response:
    return httpx.post(address, headers=headers, json=body, timeout=HANG_SECONDS)


def message_of(reply: httpx.Response) -> str:
    return str(reply.json()["error"]["message"])


@pytest.mark.parametrize(
    "authorization",
    [
        None,
        "",
        "Bearer",
        "Bearer wrong",
        f"Bearer {KEY}x",
        f"Bearer {KEY[:-1]}",
        f"Bearer {KEY.upper()}",
        KEY,
        f"Basic {KEY}",
        f"Bearer {KEY} {KEY}",
        "Bearer \u00e4".encode().decode("latin-1"),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_no_token_or_a_wrong_one(address: str, method: str, authorization: str | None) -> None:
    """a stranger without the token asks for the task and the tools."""
    headers = dict(KINDS) if authorization is None else {**KINDS, "Authorization": authorization}
    sent = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    with httpx.Client(timeout=HANG_SECONDS) as client:
        reply = client.request(method, address, headers=sent, content=json.dumps(HANDSHAKE))
    assert reply.status_code == 401
    assert reply.headers["WWW-Authenticate"].startswith("Bearer")
    assert "Authorization: Bearer TOKEN" in message_of(reply)
    assert KEY not in reply.text


def test_two_tokens_at_once(address: str) -> None:
    """a stranger sends several tokens, one of which may be right for a careless reader."""
    sent = [*KINDS.items(), ("Authorization", "Bearer guess"), ("Authorization", f"Bearer {KEY}")]
    assert httpx.post(address, headers=sent, json=HANDSHAKE).status_code == 401
    assert httpx.post(f"{address}?token={KEY}", headers=KINDS, json=HANDSHAKE).status_code == 401


@pytest.mark.parametrize("path", ["/", "/mcp/", "/mcp/..", "/.well-known/oauth-protected-resource", "/sse"])
def test_other_paths(address: str, path: str) -> None:
    """a stranger tries other paths than that of the gateway."""
    reply = httpx.get(address.removesuffix("/mcp") + path, headers=OURS)
    assert reply.status_code in (404, 405), reply.text
    assert "Traceback" not in reply.text


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("Host", "evil.example", 421),
        ("Host", "evil.example:{port}", 421),
        ("Host", "127.0.0.1", 421),
        ("Host", "127.0.0.1:1", 421),
        ("Host", "127.0.0.1.evil.example:{port}", 421),
        ("Origin", "https://evil.example", 403),
        ("Origin", "null", 403),
        ("Origin", "http://127.0.0.1:1", 403),
        ("Origin", "http://localhost", 403),
        ("Origin", "https://127.0.0.1:{port}", 403),
    ],
)
def test_a_page_of_another_site(address: str, name: str, value: str, code: int) -> None:
    """a web page reaches the port under a name of its own, or from an origin of its own, with the token."""
    port = httpx.URL(address).port
    reply = post(address, {**OURS, name: value.format(port=port)})
    assert reply.status_code == code
    assert message_of(reply)


def test_a_page_on_an_address_that_is_not_loopback(place: Place) -> None:
    """a web page rebinds its name to a gateway that listens on every address."""
    with running(place, "--http", "0.0.0.0:0", "--allow-host", "bench.example:443") as raw:
        port = httpx.URL(address_of(raw)).port
        here = f"http://127.0.0.1:{port}/mcp"
        assert post(here, {**OURS, "Host": f"evil.example:{port}"}).status_code == 421
        assert post(here, {**OURS, "Origin": "http://evil.example"}).status_code == 403
        assert post(here, KINDS).status_code == 401
        assert post(here, {**OURS, "Host": "bench.example:443"}).status_code == 200


def test_a_websocket(address: str) -> None:
    """a client asks for a WebSocket."""
    port = httpx.URL(address).port
    lines = [
        "GET /mcp HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Authorization: Bearer {KEY}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    upgrade = "".join(f"{line}\r\n" for line in [*lines, ""])
    with socket.create_connection(("127.0.0.1", port or 0), timeout=HANG_SECONDS) as connection:
        connection.sendall(upgrade.encode())
        said = b"".join(iter(lambda: connection.recv(4096), b""))
    assert said.startswith(b"HTTP/1.1 400 ")
    assert b"not WebSocket" in said


def begin(address: str) -> str:
    reply = post(address, OURS)
    assert reply.status_code == 200, reply.text
    return str(reply.headers[SESSION])


def test_a_second_client(place: Place) -> None:
    """a second client with the token opens a session beside the first, or guesses one."""
    with running(place, "--http", "0", *TASK) as raw:
        address = address_of(raw)
        session = begin(address)
        second = post(address, OURS)
        assert second.status_code == 409
        assert "serves one client" in message_of(second)
        tools = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
        assert post(address, {**OURS, SESSION: "0" * 32}, tools).status_code == 404
        assert post(address, OURS, tools).status_code == 409
        assert post(address, {**OURS, SESSION: session}, tools).status_code == 200
        ended = httpx.delete(address, headers={**OURS, SESSION: session})
        assert ended.status_code == 200
        again = begin(address)  # the protocol lets a client come back
        assert again != session
        assert post(address, {**OURS, SESSION: session}, tools).status_code == 404


def test_a_second_client_of_the_sdk(place: Place) -> None:
    """a second client of the SDK, which would do without a session, joins while the first is at work."""
    import httpx2
    from mcp import Client, MCPError
    from mcp.client.streamable_http import streamable_http_client

    async def work(address: str) -> None:
        async with httpx2.AsyncClient(headers=BEARER, timeout=HANG_SECONDS) as http:
            async with Client(streamable_http_client(address, http_client=http)) as first:
                assert await first.list_tools()
                with pytest.raises(ExceptionGroup) as refused:
                    async with Client(streamable_http_client(address, http_client=http)):
                        pass
                assert refused.group_contains(MCPError, match="serves one client")
                assert (await first.call_tool("well__echo", {"text": "a"})).content
            async with Client(streamable_http_client(address, http_client=http)) as later:
                assert await later.list_tools()

    with running(place, "--http", "0", *TASK) as raw:
        asyncio.run(asyncio.wait_for(work(address_of(raw)), HANG_SECONDS))


@pytest.mark.parametrize("given", ["group can read it", "too short", "no terminal", "a file is made"])
def test_where_a_token_comes_from(given: str, place: Place, tmp_path: Path) -> None:
    """a token lies open in a file, is too short to be one, or would end up in somebody's log."""
    file = tmp_path / "token"
    if given == "group can read it":
        file.write_text(f"{KEY}\n")
        file.chmod(0o640)
    if given == "too short":
        file.write_text("short")
        file.chmod(0o600)
    options = [] if given == "no terminal" else ["--token-file", str(file)]
    environment = {name: value for name, value in os.environ.items() if name != "M3BENCH_GATEWAY_TOKEN"}
    command = [sys.executable, "-m", "m3bench", *["gateway", "--config", str(place.config)]]
    with subprocess.Popen(
        [*command, "--http", "0", *options], stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        if given == "a file is made":
            assert "serving http://" in said
            assert file.stat().st_mode & 0o777 == 0o600
            listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
            assert file.read_text().strip() not in listed
            process.kill()
            return
        assert process.wait(HANG_SECONDS) == 2
        said += process.stderr.read()
    words = {"group can read it": "chmod 600", "too short": "at least 16", "no terminal": "--token-file"}
    assert words[given] in said
    assert "Traceback" not in said


def test_the_token_is_shown_once_on_the_terminal(place: Place) -> None:
    """nobody but the user at the terminal learns a token that was made up."""
    environment = {name: value for name, value in os.environ.items() if name != "M3BENCH_GATEWAY_TOKEN"}
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "m3bench", "gateway", "--config", str(place.config)]
    record = ["--record", str(place.record)]
    with subprocess.Popen([*command, "--http", "0", *record], stderr=theirs, env=environment) as process:
        os.close(theirs)
        said = b""
        while b"serving" not in said or not said.endswith(b"\n"):
            said += os.read(ours, 4096)
        process.kill()
    os.close(ours)
    token = said.partition(b"Bearer ")[2].split()[0]
    assert len(token) > 40
    assert said.count(token) == 1
    assert token not in place.record.read_bytes()


INTRUDER = """
import json, os, pathlib, subprocess, sys, urllib.request, urllib.error
url, token = os.environ["M3BENCH_GATEWAY_URL"], os.environ["M3BENCH_GATEWAY_TOKEN"]
def ask(headers):
    request = urllib.request.Request(url, b"{}", {"Content-Type": "application/json", **headers})
    try:
        return urllib.request.urlopen(request).status
    except urllib.error.HTTPError as error:
        return error.code
listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
config = pathlib.Path(os.environ["M3BENCH_MCP_CONFIG"])
pathlib.Path(sys.argv[1]).open("a").write(json.dumps({
    "token": token, "without": ask({}), "with": ask({"Authorization": f"Bearer {token}"}),
    "listed": token in listed, "mode": oct(config.stat().st_mode & 0o777),
    "config": json.loads(config.read_text())["mcpServers"]["m3bench"]["headers"]}) + "\\n")
"""


def test_the_gateway_of_a_run(tmp_path: Path) -> None:
    """another program of the machine uses the gateway that a run serves to its agent."""
    from tests.runs.processes import completed
    from tests.runs.sums import sums_file

    script, told = tmp_path / "agent.py", tmp_path / "told.jsonl"
    script.write_text(INTRUDER)
    agent = f"command:{sys.executable} {script} {told}"
    tasks = str(sums_file(tmp_path / "tasks.jsonl", 2))
    code, said = completed([tasks, "--agent", agent, "--out", str(tmp_path / "run"), "--sandbox", "off"])
    assert code == 0, said
    first, second = (json.loads(line) for line in told.read_text().splitlines())
    assert first["token"] != second["token"]
    for one in (first, second):
        assert one["without"] == 401
        assert one["with"] in (400, 406)  # let in, and told that this is no message of MCP
        assert one["listed"] is False
        assert one["mode"] == "0o600"
        assert one["config"] == {"Authorization": f"Bearer {one['token']}"}
