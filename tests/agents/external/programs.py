"""Programs for tests of the `command` agent."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from m3bench.hosting import sandbox_problem

needs_sandbox = pytest.mark.skipif(sandbox_problem() is not None, reason=str(sandbox_problem()))
SESSION = """
import asyncio, os
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

async def main():
    headers = {{"Authorization": "Bearer " + os.environ["M3BENCH_GATEWAY_TOKEN"]}}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(os.environ["M3BENCH_GATEWAY_URL"], http_client=http)) as client,
    ):
{body}

asyncio.run(main())
"""


def program(folder: Path, source: str) -> str:
    """An agent's name: Python runs this source."""
    path = folder / "program.py"
    path.write_text(source)
    return f"command:{sys.executable} {path}"


def session(folder: Path, *lines: str) -> str:
    """A program that connects to the gateway and does this."""
    body = "\n".join(f"        {line}" for line in lines)
    return program(folder, SESSION.format(body=body))
