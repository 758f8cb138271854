"""Servers over stdio that break the protocol: each is told at once as what it is, and holds up nobody."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import pytest

from m3bench.core import Call, Outcome
from m3bench.hosting import Pool, ServerSpec, Timeouts, Toolbox
from m3bench.hosting.host import ServerFault
from m3bench.hosting.server import Server
from m3bench.hosting.toolbox.truncation import Keep
from tests import preloaded
from tests.attacks.loopwork import MOST_WORK, watched_loop
from tests.hanging import HANG_SECONDS
from tests.hosting.processes import run, spec

LONG = Path(__file__).with_name("servers") / "hostile_long_stdio.py"
HOSTILE = Path(__file__).with_name("servers") / "hostile_stdio.py"
SECONDS_TO_ANSWER = 30.0

Work = Callable[[Toolbox], Awaitable[Any]]


def hostile(*args: str, program: Path = HOSTILE, **timeouts: float) -> ServerSpec:
    return ServerSpec(
        name="hostile",
        command=sys.executable,
        args=(str(program), *args),
        timeouts=Timeouts(**{"start": 20, "call": SECONDS_TO_ANSWER, "stop": 2, **timeouts}),
    )


def with_toolbox(specs: list[ServerSpec], work: Work, keep: Keep | None = None) -> Any:
    async def leased() -> Any:
        async with Pool() as pool, pool.lease(specs) as lease:
            return await work(await Toolbox.mount(lease.host, keep=keep))

    return run(leased)


def called(
    tool: str, arguments: dict[str, Any] | None = None, *, keep: Keep | None = None
) -> tuple[Call, float]:
    """The call as it ended, and the most work of the loop meanwhile."""

    async def work(toolbox: Toolbox) -> tuple[Call, float]:
        await toolbox.run([Call("hostile/fine", {})])  # what is loaded only once is loaded now
        async with watched_loop() as loop:
            (answer,) = await toolbox.run([Call(f"hostile/{tool}", arguments or {})])
        return answer, loop.longest

    specs = [hostile(program=LONG if tool.startswith("long_") else HOSTILE)]
    answer, longest = with_toolbox(specs, work, keep)
    return answer, longest


BROKEN = {
    "invalid_utf8": "sent a message that is not UTF-8 (byte 0xff at",
    "deep_json": "sent JSON nested deeper than 256 levels",
    "deep_objects": "sent a message with more than 50,000 values",
    "null_result": "its result is null, not an object",
    "list_result": "its result is [1, 2], not an object",
    "number_result": "its result is 7, not an object",
    "no_result": "it has neither a result nor an error",
    "string_id": "answered request 'the one you asked for', which was never made",
    "float_id": ".5, not a number or a string",
    "null_id": "its id is null, not a number or a string",
    "unasked_id": ", which was never made",
    "batch": "sent a batch of 2 messages, which MCP does not support",
    "version_1": 'its `jsonrpc` is null, not "2.0"',
    "cut_off": "sent invalid JSON",
    "wrong_error": 'its error is "no", not an object with a code and a message',
    "many_blocks": "sent 5,000 content blocks; the limit is 1,000",
    "many_values": "sent a message with more than 50,000 values",
    "many_keys": "sent a message with more than 50,000 values",
    "not_base64": "sent data that is not base64",
    "too_large": "sent a message larger than 64 MB",
}


@pytest.mark.parametrize("attack", BROKEN)
def test_broken_answers(attack: str) -> None:
    """A server over stdio answers a call with something that is no answer."""
    answer, work = called(attack)
    assert answer.outcome is Outcome.SERVER_FAULT
    assert answer.result is not None
    assert BROKEN[attack] in answer.result.text
    assert work < MOST_WORK


@pytest.mark.parametrize("attack", ["twice", "number_as_text", "large_text", "large_picture"])
def test_odd_answers(attack: str) -> None:
    """A server over stdio answers oddly, but within the protocol."""
    answer, work = called(attack)
    assert answer.outcome is Outcome.SUCCESS
    assert work < MOST_WORK


@pytest.mark.parametrize("keyword", ["allOf", "anyOf", "oneOf"])
def test_doubling_schemas(keyword: str) -> None:
    """A server lists a tool with 40 doubling references in its schema."""

    async def work(toolbox: Toolbox) -> tuple[Call, float]:
        name = f"hostile/doubling_{keyword}"
        async with watched_loop() as loop:
            (answer,) = await toolbox.run([Call(name, {"a": "x"})])
        assert "too complex to check" in toolbox.schema_problems[name].reason
        tool = toolbox.tool(name)
        assert tool is not None
        assert tool.input_schema == {"type": "object"}
        return answer, loop.longest

    answer, longest = with_toolbox([hostile()], work)
    assert answer.outcome is Outcome.SUCCESS
    assert longest < MOST_WORK


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        (
            "doubling_allOf",
            "the schema is too complex to check: its parts refer to each other too many times",
        ),
        ("doubling_oneOf", "its arguments are not checked"),
        ("null_result", "its result is null, not an object"),
    ],
)
def test_on_the_command_line(tool: str, said: str, tmp_path: Path) -> None:
    """A user calls a tool of a hostile server."""
    config = {"mcpServers": {"hostile": {"command": sys.executable, "args": [str(HOSTILE)]}}}
    (tmp_path / "servers.json").write_text(json.dumps(config))
    command = ["servers", "call", f"hostile/{tool}", '{"a": "x"}', "--config", str(tmp_path / "servers.json")]
    environment = {**os.environ, "M3BENCH_CACHE": str(tmp_path / "cache")}
    done = preloaded.run(command, environment=environment, timeout=HANG_SECONDS)
    words = " ".join((done.stdout + done.stderr).split())
    assert "Traceback" not in words
    assert said in words


def test_silent_starts() -> None:
    """Servers that never answer the handshake are listed before an honest one."""

    ended: list[str] = []

    async def list_tools(server: Server) -> None:
        with suppress(ServerFault):
            await server.tools()
        ended.append(server.name)

    async def work() -> None:
        silent = [
            ServerSpec(
                name=f"silent{number}",
                command=sys.executable,
                args=(str(HOSTILE), "never"),
                timeouts=Timeouts(start=60, stop=1),
            )
            for number in range(4)
        ]
        async with (
            Pool(starts_at_once=2) as pool,
            pool.lease([*silent, spec(name="honest")]) as lease,
            anyio.create_task_group() as tasks,
        ):
            *others, honest = lease.host.servers
            for server in others:
                tasks.start_soon(list_tools, server)
            await anyio.wait_all_tasks_blocked()
            await honest.tools()
            tasks.cancel_scope.cancel()

    run(work)
    assert ended == [], "the honest server has waited until a silent one was given up"
