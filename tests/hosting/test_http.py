"""Servers that are reached by address."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from m3bench.core import Text
from m3bench.hosting import Lease, ServerFault, ServerSpec, Timeouts, Tool
from tests.hanging import HANG_SECONDS
from tests.hosting.processes import MISBEHAVING, spec, with_lease

Tools = dict[str, Tool]


@pytest.fixture
def remote() -> Iterator[tuple[subprocess.Popen[str], ServerSpec]]:
    program = MISBEHAVING.with_name("over_http.py")
    command = [sys.executable, str(program)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        yield (
            process,
            ServerSpec(
                name="remote",
                url=f"http://127.0.0.1:{port}/mcp",
                headers={"Authorization": "Bearer token"},
                timeouts=Timeouts(start=20, call=10, stop=2),
            ),
        )
        process.kill()


def test_a_server_over_http_works_beside_others(remote: tuple[Any, ServerSpec]) -> None:
    async def work(lease: Lease, tools: Tools) -> None:
        for name in ("remote/echo", "well/echo"):
            assert (await lease.host.call(tools[name], {"text": name})).content[0] == Text(name)

    with_lease([remote[1], spec()], work)


def test_one_that_goes_away_is_a_fault(remote: tuple[subprocess.Popen[str], ServerSpec]) -> None:
    process, remote_spec = remote

    async def work(lease: Lease, tools: Tools) -> None:
        process.kill()
        process.wait(timeout=HANG_SECONDS)
        with pytest.raises(ServerFault):
            await lease.host.call(tools["remote/echo"], {"text": "anybody?"})
        assert (await lease.host.call(tools["well/echo"], {"text": "here"})).content == (Text("here"),)

    with_lease([remote_spec, spec()], work)


def test_one_that_is_not_there_is_a_fault() -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    nobody = ServerSpec(name="nobody", url=f"http://127.0.0.1:{port}/mcp", timeouts=Timeouts(start=10))

    async def work(lease: Lease, tools: Tools) -> dict[str, str]:
        assert "well/echo" in tools
        return lease.host.faults

    faults = with_lease([nobody, spec()], work)
    assert faults == {"nobody": "is unreachable: All connection attempts failed"}
