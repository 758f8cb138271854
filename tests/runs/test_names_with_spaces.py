"""Servers whose names have spaces, and those whose names differ in case only: in runs and everything about
them."""

from __future__ import annotations

import re
from pathlib import Path

import anyio
import pytest
from mcp import Client

from m3bench.agents.parsing import ToolNames, read_calls
from m3bench.core import Call, Outcome, Reference, Step, Task
from m3bench.formats import write
from m3bench.hosting import Aliases, Pool, Toolbox
from m3bench.hosting.gateway.gateway import Gateway
from m3bench.hosting.gateway.sdk import make_server
from m3bench.runs import (
    BundledHost,
    FinishedAttempt,
    RunFolder,
    bundled_spec,
    final_attempts,
    read_run,
    run_settings,
    start_run,
)
from m3bench.runs.replaying import replay
from m3bench.runs.serving import bundled_tools
from m3bench.servers import servers_by_collection
from m3bench_world import World
from tests.hanging import HANG_SECONDS
from tests.hosting.gateway.setups import Ticks

pytestmark = pytest.mark.anyio
FUNCTION = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")
"""Names of functions that every provider accepts."""
SUM = Call("Math MCP/sum", {"numbers": [1, 2, 3]})
PRICE = Call("OKX Exchange/get_price", {"instrument": "BTC-USDT"})


def task_file(folder: Path) -> str:
    reference = Reference(steps=(Step((SUM, PRICE)),), answer="6")
    servers = ("Math MCP", "OKX Exchange")
    write(
        folder / "tasks.jsonl",
        [Task(id="t", request="Add.", servers=servers, references=(reference,))],
        format="jsonl",
    )
    return str(folder / "tasks.jsonl")


async def attempt_of(run: Path, tasks: str, **options: str) -> FinishedAttempt:
    assert await start_run(run_settings(tasks, "reference", sandbox="off", **options), run) is None
    (attempt,) = final_attempts(run / "journal.jsonl")
    return attempt


@pytest.mark.usefixtures("own_servers")
async def test_a_run_mounts_records_and_replays_them(tmp_path: Path) -> None:
    tasks = task_file(tmp_path)
    live = await attempt_of(tmp_path / "live", tasks, mode="max", record=str(tmp_path / "tapes"))
    calls = [call for _, call in live.trajectory.calls()]
    assert [(call.server, call.outcome) for call in calls] == [
        ("Math MCP", Outcome.SUCCESS),
        ("OKX Exchange", Outcome.SUCCESS),
    ]
    assert live.mounted is not None
    assert live.mounted.servers == len(servers_by_collection()["mcp-bench"])
    manifest = RunFolder.open(tmp_path / "live").manifest
    assert {"Math MCP", "OKX Exchange"} <= manifest.servers.keys()
    again = await attempt_of(tmp_path / "again", tasks, replay=str(tmp_path / "tapes"))
    assert [call.result for _, call in again.trajectory.calls()] == [call.result for call in calls]
    assert read_run(tmp_path / "again").statuses == {"completed": 1}
    async with Pool() as pool:
        replayed = await replay([live.trajectory], pool, World())
    assert {(call.tool, call.outcome) for call in replayed} == {
        (SUM.name, Outcome.SUCCESS),
        (PRICE.name, Outcome.SUCCESS),
    }


def test_names_for_models_are_valid_unambiguous_and_lead_back() -> None:
    servers = [*servers_by_collection()["mcp-bench"], "nixos", "okx", "math", "paper_search"]
    tools = [tool for server in servers for tool in bundled_tools(server)]
    names = ToolNames(tools)
    aliases = Aliases([tool.full_name for tool in tools])
    given = [aliases.alias(tool.full_name) for tool in tools]
    assert all(FUNCTION.fullmatch(alias) for alias in given)
    assert len(set(given)) == len(tools)
    for tool, alias in zip(tools, given, strict=True):
        assert names.name(alias) == names.name(tool.full_name) == tool.full_name
    assert aliases.alias("Paper Search/search_arxiv") == "Paper_Search__search_arxiv"


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "Paper Search/search_arxiv", "arguments": {"query": "x"}}',
        '{"server": "Paper Search", "tool": "search_arxiv", "arguments": {"query": "x"}}',
        '{"Paper Search/search_arxiv": {"query": "x"}}',
        '<function=Paper_Search__search_arxiv>{"query": "x"}</function>',
        '<tool_call>{"name": "Paper Search/search_arxiv", "arguments": {"query": "x"}}</tool_call>',
    ],
)
def test_calls_as_models_write_them_are_read(text: str) -> None:
    reading = read_calls(text, ToolNames(bundled_tools("Paper Search")))
    assert [(call.name, call.arguments) for call in reading.calls] == [
        ("Paper Search/search_arxiv", {"query": "x"})
    ]


@pytest.mark.slow
async def test_a_gateway_and_a_process_serve_them(tmp_path: Path) -> None:
    async with Pool() as pool, pool.lease([bundled_spec("Math MCP", World())]) as lease:
        (answer,) = await (await Toolbox.mount(lease.host)).run([SUM])
    assert answer.result is not None
    assert answer.result.text == "6"
    toolbox = await Toolbox.mount(BundledHost(["NixOS", "nixos", "Math MCP"], World(), tmp_path))
    gateway = Gateway(toolbox, None, lambda _: None, clock=Ticks())
    with anyio.fail_after(HANG_SECONDS):
        async with Client(make_server(gateway), mode="legacy") as client:
            listed = {tool.name for tool in (await client.list_tools()).tools}
            result = await client.call_tool("Math_MCP__sum", {"numbers": [1, 2, 3]})
    assert {"NixOS__nixos_stats", "nixos__nixos_stats", "Math_MCP__sum"} <= listed
    assert "6" in str(result.content)
