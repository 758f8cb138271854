"""Ways to ask a bundled server: in this process, and as a process that speaks MCP over its pipes."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import msgspec

from m3bench.servers import Files, ToolFailure, load
from m3bench.servers.kit.meta import META_KEY, answer_meta
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from tests.hanging import HANG_SECONDS


class Heard(msgspec.Struct):
    """What came back, however it was asked."""

    text: str
    is_error: bool
    pictures: list[bytes] = []
    sources: dict[str, str] = {}

    @property
    def data(self) -> Any:
        """The answer as JSON; fails the test where the tool refused."""
        assert not self.is_error, self.text
        return json.loads(self.text)


class Asking(Protocol):
    workspace: Path

    def __call__(self, tool: str, /, **arguments: Any) -> Heard: ...


class InProcess:
    def __init__(self, server: str, workspace: Path, world: World | None = None) -> None:
        self.workspace = workspace
        self._server = load(server)
        self._desk = ToolContext(world or World(), Files(workspace))

    def __call__(self, tool: str, /, **arguments: Any) -> Heard:
        try:
            answer = self._server.call(self._desk, tool, arguments)
        except ToolFailure as failure:
            return Heard(str(failure), is_error=True)
        pictures = [picture.data for picture in answer.pictures]
        return Heard(answer.text, is_error=False, pictures=pictures, sources=answer_meta(answer)[META_KEY])


class OverStdio:
    """A server process; end it with `close`."""

    def __init__(self, server: str, workspace: Path, *options: str) -> None:
        self.workspace = workspace
        command = [sys.executable, "-m", "m3bench.servers", server, "--workspace", str(workspace), *options]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._last_id = 0
        client = {"name": "tests", "version": "1"}
        self.request("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client)
        self._send(method="notifications/initialized")

    def _send(self, **message: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._process.stdin.flush()

    def request(self, method: str, **params: Any) -> dict[str, Any]:
        self._last_id += 1
        self._send(id=self._last_id, method=method, params=params)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message = json.loads(line)
            if message.get("id") == self._last_id:
                result: dict[str, Any] = message["result"]
                return result
        raise AssertionError("the server ended without an answer")

    def __call__(self, tool: str, /, **arguments: Any) -> Heard:
        result = self.request("tools/call", name=tool, arguments=arguments)
        text, *images = result["content"]
        return Heard(
            text["text"],
            is_error=result["isError"],
            pictures=[base64.b64decode(image["data"]) for image in images],
            sources=result.get("_meta", {}).get(META_KEY, {}),
        )

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=HANG_SECONDS)
        self._process.stdout.close()


def opened(server: str, workspace: Path, how: str) -> Iterator[Asking]:
    """Yield a server, `in process` or `over stdio`, and close it."""
    if how == "in process":
        yield InProcess(server, workspace)
        return
    process = OverStdio(server, workspace)
    yield process
    process.close()
