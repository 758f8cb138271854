"""Cassettes have what happened during a call, and a replay asks nobody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import mcp_types as types

from m3bench.core import Call, Text, protocol_events, protocol_note
from m3bench.hosting import (
    CassetteWriter,
    Elicitation,
    ElicitationAnswer,
    ElicitingHost,
    RecordingHost,
    ReplayHost,
    Reply,
    Tool,
    Toolbox,
    current_caller,
    read_cassette,
)
from m3bench.hosting.session.exchange import CallExchange

FORM = {"type": "object", "properties": {"order": {"type": "string"}}}
TOOL = Tool(server="lab", name="ask", input_schema={"type": "object"})


class AskingHost:
    """A host whose only tool asks the user."""

    def __init__(self) -> None:
        self.faults: dict[str, str] = {}

    async def tools(self) -> list[Tool]:
        return [TOOL]

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        del arguments
        with anyio.CancelScope() as scope:
            exchange = CallExchange(tool.server, current_caller(), scope, 5)
            params = types.ElicitRequestFormParams(message="Which order?", requested_schema=FORM)
            answer = await exchange.elicit(params)
            return Reply((Text(str(answer.content)),), meta=protocol_note(exchange.events()))
        raise AssertionError


def test_elicitations_are_replayed(tmp_path: Path) -> None:
    asked: list[str] = []

    async def user(question: Elicitation) -> ElicitationAnswer:
        asked.append(question.message)
        return ElicitationAnswer(action="accept", content={"order": "A-1"}, by="user")

    async def run(host: Any) -> Call:
        (call,) = await (await Toolbox.mount(host)).run([Call("lab/ask", {})])
        return call

    async def main() -> None:
        path = tmp_path / "one.cassette"
        with CassetteWriter(path) as writer:
            recorded = await run(RecordingHost(ElicitingHost(AskingHost(), user), writer))
        replayed = await run(ReplayHost(read_cassette(path)))
        assert recorded.result == replayed.result
        assert replayed.result is not None
        assert protocol_events(replayed.result.meta).elicitations[0].content == {"order": "A-1"}

    anyio.run(main)
    assert asked == ["Which order?"]
