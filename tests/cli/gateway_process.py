"""What tests of a running gateway share."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

from m3bench.core import Call, Trajectory
from m3bench.formats import read_trajectories
from tests.hanging import HANG_SECONDS
from tests.hosting.processes import MISBEHAVING

LAUNCH = "import typer; from m3bench.cli.running.gateway import gateway; typer.run(gateway)"
TOKEN = "M3BENCH_TEST_TOKEN"
KEY = "the-key-to-this-gateway"
BEARER = {"Authorization": f"Bearer {KEY}"}
TASK = ("--request", "Say something three times.", "--id", "thrice")
CLIENT = {"name": "by-hand", "version": "1"}
HANDSHAKE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": CLIENT},
}


class Place:
    """A config of misbehaving servers, a file for the record, and a token by which to find the servers."""

    def __init__(self, folder: Path) -> None:
        self.record = folder / "record.jsonl"
        self.config = folder / "servers.json"
        self.token = uuid4().hex
        self.serve("well")

    def serve(self, *modes: str) -> None:
        servers = {
            mode: {"command": sys.executable, "args": [str(MISBEHAVING), mode], "env": {TOKEN: self.token}}
            for mode in modes
        }
        self.config.write_text(json.dumps({"mcpServers": servers}))

    def arguments(self, *more: str) -> list[str]:
        return ["-c", LAUNCH, "--config", str(self.config), "--record", str(self.record), *more]

    @property
    def trajectory(self) -> Trajectory:
        (trajectory,) = read_trajectories(self.record)
        return trajectory

    def servers(self) -> list[int]:
        wanted = f"{TOKEN}={self.token}".encode()
        return [int(entry.name) for entry in Path("/proc").glob("[0-9]*") if wanted in _environment(entry)]


class Raw:
    """A gateway whose standard input and output the test holds in its hands."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self.stdin: IO[str] = process.stdin
        self.stdout: IO[str] = process.stdout
        self.stderr: IO[str] = process.stderr

    def send(self, *messages: dict[str, Any]) -> None:
        """All in one piece."""
        self.stdin.write("".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages))
        self.stdin.flush()

    def receive(self) -> Any:
        return json.loads(self.stdout.readline())

    def ask(self, number: int, method: str, **params: Any) -> Any:
        self.send({"id": number, "method": method, "params": params})
        reply = self.receive()
        assert reply["id"] == number
        return reply

    def shake_hands(self) -> Any:
        self.send(HANDSHAKE)
        reply = self.receive()
        self.send({"method": "notifications/initialized"})
        return reply["result"]


@contextmanager
def running(place: Place, *more: str) -> Iterator[Raw]:
    pipe = subprocess.PIPE
    command = [sys.executable, *place.arguments(*more)]
    environment = {**os.environ, "M3BENCH_GATEWAY_TOKEN": KEY}
    with subprocess.Popen(
        command, text=True, stdin=pipe, stdout=pipe, stderr=pipe, env=environment
    ) as process:
        try:
            yield Raw(process)
        finally:
            process.kill()


def call(number: int, tool: str, arguments: Any) -> dict[str, Any]:
    return {"id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def said(call: Call) -> str:
    """What was sent and how it ended."""
    return f"{call.name} {call.arguments} {call.outcome and call.outcome.value}"


def steps(trajectory: Trajectory) -> list[list[str]]:
    return [[said(call) for call in step.calls] for step in trajectory.steps]


@contextmanager
def a_place(folder: Path) -> Iterator[Place]:
    """Afterwards no server is left, and no draft of a record."""
    place = Place(folder)
    yield place
    for pid in place.servers():
        wait_for_end(pid)
    assert place.servers() == []
    assert list(folder.rglob(".*")) == []


def address_of(raw: Raw) -> str:
    found = re.search(r"http://\S+", raw.stderr.readline())
    assert found
    return found[0]


def _environment(entry: Path) -> bytes:
    try:
        return (entry / "environ").read_bytes()
    except OSError:
        return b""


def wait_for_end(pid: int) -> None:
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        assert select.select([handle], [], [], HANG_SECONDS)[0], f"process {pid} is still there"
    finally:
        os.close(handle)
