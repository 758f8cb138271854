"""`m3bench gateway` used by clients that are not ours, and what is on record of them, step by step."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from m3bench.core import Media, Outcome, Status, Trajectory
from tests.cli.gateway_process import (
    BEARER,
    KEY,
    TASK,
    Place,
    a_place,
    address_of,
    running,
    said,
    steps,
)
from tests.hanging import HANG_SECONDS

NO_FASTMCP = "fastmcp is no dependency; install it to see its client at work"
INSPECTOR = "@modelcontextprotocol/inspector@0.17.5"
"""Later ones ask for Node 22."""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with a_place(tmp_path) as place:
        yield place


async def _use(client: Any) -> None:
    """What an agent does: look, act, act in parallel, fail, answer."""
    tools = [tool.name for tool in await client.list_tools()]
    assert {"well__echo", "well__slow", "get_task", "submit_answer"} <= set(tools)
    (task,) = (await client.call_tool("get_task")).content
    assert task.text == "Say something three times."
    assert (await client.call_tool("well__echo", {"text": "a"})).content[0].text == "a"
    assert (await client.call_tool("well__image")).content[0].data == "iVBORw0KGgo="
    slow = [client.call_tool("well__slow", {"text": text, "seconds": 1}) for text in "bcd"]
    assert [answer.content[0].text for answer in await asyncio.gather(*slow)] == ["b", "c", "d"]
    assert (await client.call_tool("well__structured")).structured_content == {"answer": 42}
    wrong = await client.call_tool("well__echo", {"text": 5}, raise_on_error=False)
    assert wrong.is_error
    assert "got the number 5" in wrong.content[0].text
    await client.call_tool("submit_answer", {"answer": "a b c d"})


def _expect_the_use(trajectory: Trajectory) -> None:
    first, second, together, fourth, fifth = steps(trajectory)
    assert first == ["well/echo {'text': 'a'} success"]
    assert second == ["well/image {} success"]
    assert sorted(together) == [f"well/slow {{'text': '{text}', 'seconds': 1}} success" for text in "bcd"]
    assert fourth == ["well/structured {} success"]
    assert fifth == ["well/echo {'text': 5} invalid_arguments"]
    picture = trajectory.steps[1].calls[0].result
    assert picture is not None
    assert picture.content == (Media(media_type="image/png", data=b"\x89PNG\r\n\x1a\n"),)
    assert (trajectory.task_id, trajectory.request) == ("thrice", "Say something three times.")
    assert (trajectory.answer, trajectory.status) == ("a b c d", Status.COMPLETED)
    assert trajectory.agent == "outsider"


def _fastmcp_client(transport: Any) -> Any:
    fastmcp = pytest.importorskip("fastmcp", reason=NO_FASTMCP, exc_type=ImportError)
    import mcp_types

    return fastmcp.Client(transport, client_info=mcp_types.Implementation(name="outsider", version="7"))


def _run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(work(), HANG_SECONDS))


@pytest.mark.slow
def test_the_fastmcp_client_over_stdio(place: Place) -> None:
    transports = pytest.importorskip("fastmcp.client.transports", reason=NO_FASTMCP, exc_type=ImportError)
    client = _fastmcp_client(transports.StdioTransport(sys.executable, place.arguments(*TASK)))

    async def work() -> None:
        async with client:
            await _use(client)
        await client.close()

    _run(work)
    _expect_the_use(place.trajectory)


@pytest.mark.slow
def test_the_fastmcp_client_over_http(place: Place) -> None:
    with running(place, "--http", "0", *TASK) as raw:
        transports = pytest.importorskip("fastmcp.client.transports", reason=NO_FASTMCP, exc_type=ImportError)
        client = _fastmcp_client(transports.StreamableHttpTransport(address_of(raw), headers=BEARER))

        async def work() -> None:
            async with client:
                await _use(client)

        _run(work)
        _expect_the_use(place.trajectory)
        raw.process.terminate()
        assert raw.process.wait(HANG_SECONDS) == 0
        assert raw.stdout.read() == ""
    _expect_the_use(place.trajectory)


@pytest.fixture(scope="session")
def inspector(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command of the MCP Inspector: `$MCP_INSPECTOR` if set, else installed for this run."""
    if stated := os.environ.get("MCP_INSPECTOR"):
        return ["node", stated]
    if not shutil.which("node") or not shutil.which("npm"):
        pytest.skip("Node.js with npm is not installed")
    folder = tmp_path_factory.mktemp("inspector")
    command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), INSPECTOR]
    installed = subprocess.run(command, capture_output=True, text=True, timeout=HANG_SECONDS, check=False)
    if installed.returncode:
        pytest.skip(f"{INSPECTOR} cannot be installed: {installed.stderr[-300:]}")
    return ["node", str(folder / "node_modules" / ".bin" / "mcp-inspector")]


@pytest.mark.slow
def test_the_inspector_over_stdio(place: Place, inspector: list[str]) -> None:
    config = place.record.with_name("client.json")
    config.write_text(
        json.dumps({"mcpServers": {"ours": {"command": sys.executable, "args": place.arguments(*TASK)}}})
    )

    def ask(*method: str) -> Any:
        command = [*inspector, "--cli", "--config", str(config), "--server", "ours", *method]
        done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_SECONDS, check=True)
        return json.loads(done.stdout)

    names = [tool["name"] for tool in ask("--method", "tools/list")["tools"]]
    assert names[0] == "well__echo"
    assert names[-2:] == ["get_task", "submit_answer"]
    told = ask("--method", "tools/call", "--tool-name", "well__echo", "--tool-arg", "text=hello")
    assert told["content"] == [{"type": "text", "text": "hello"}]
    assert steps(place.trajectory) == [["well/echo {'text': 'hello'} success"]]
    assert place.trajectory.agent == "inspector"


@pytest.mark.slow
def test_the_inspector_over_http(place: Place, inspector: list[str]) -> None:
    with running(place, "--http", "0", *TASK) as raw:
        address = address_of(raw)

        def start(tool: str, *arguments: str) -> subprocess.Popen[str]:
            pairs = [part for argument in arguments for part in ("--tool-arg", argument)]
            method = ["--method", "tools/call", "--tool-name", tool, *pairs]
            return subprocess.Popen(
                [*inspector, "--cli", address, *method, "--header", f"Authorization: Bearer {KEY}"],
                stdout=subprocess.PIPE,
                text=True,
            )

        def result(process: subprocess.Popen[str]) -> Any:
            with process:
                output, _ = process.communicate(timeout=HANG_SECONDS)
            return json.loads(output)

        assert result(start("get_task"))["content"][0]["text"] == "Say something three times."
        assert result(start("well__echo", "text=first"))["content"][0]["text"] == "first"
        assert result(start("well__slow", "text=a", "seconds=1"))["content"][0]["text"] == "a"
        assert result(start("well__ecko"))["isError"] is True
        assert result(start("submit_answer", "answer=done"))["isError"] is False
        raw.process.terminate()
        assert raw.process.wait(HANG_SECONDS) == 0
    first, second, third = place.trajectory.steps
    assert [said(call) for call in first.calls] == ["well/echo {'text': 'first'} success"]
    assert [call.arguments["text"] for call in second.calls] == ["a"]
    assert [call.outcome for call in third.calls] == [Outcome.UNKNOWN_TOOL]
    assert (place.trajectory.agent, place.trajectory.answer) == ("inspector", "done")
