"""Hosts out of memory, and ways to record and replay them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.core import Text
from m3bench.hosting.cassette.cassette import CassetteMissError, RecordingHost, ReplayHost
from m3bench.hosting.cassette.file import Cassette, CassetteWriter, read_cassette
from m3bench.hosting.cassette.placeholders import Placeholders
from m3bench.hosting.host import Rejection, Reply, ServerFault, ToolHost
from m3bench.hosting.tool import Tool

FORECAST = Tool(
    server="weather",
    name="forecast",
    description="Forecast of a place.\nUp to 14 days.",
    title="Forecast",
    input_schema={"type": "object", "properties": {"z": {"type": "string"}, "a": {}}},
    output_schema={},
    annotations={"readOnlyHint": True},
)
ALERTS = Tool(server="weather", name="alerts")
MAPS = Tool(server="io.github/maps", name="route")
Answerer = Callable[[Tool, dict[str, Any]], Coroutine[Any, Any, Reply]]


class FakeHost:
    """Tools and answers out of memory."""

    def __init__(
        self,
        answer: Answerer,
        tools: Sequence[Tool] = (FORECAST, ALERTS, MAPS),
        faults: dict[str, str] | None = None,
    ) -> None:
        self.answer = answer
        self.listed = tuple(tools)
        self._faults = faults or {}

    async def tools(self) -> Sequence[Tool]:
        return self.listed

    @property
    def faults(self) -> dict[str, str]:
        return self._faults

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        return await self.answer(tool, arguments)


def scripted(answers: Sequence[Reply | Exception]) -> FakeHost:
    left = list(answers)

    async def answer(tool: Tool, arguments: dict[str, Any]) -> Reply:
        given = left.pop(0)
        if isinstance(given, Exception):
            raise given
        return given

    return FakeHost(answer)


def echoing() -> FakeHost:
    async def answer(tool: Tool, arguments: dict[str, Any]) -> Reply:
        return Reply((Text(f"{tool.full_name} {json.dumps(arguments)}"),))

    return FakeHost(answer)


async def outcome(host: ToolHost, tool: Tool, arguments: dict[str, Any]) -> Any:
    """Something that can be compared, whatever happens."""
    try:
        return await host.call(tool, arguments)
    except (ServerFault, Rejection) as error:
        return type(error), str(error), vars(error)


def exact(value: Any) -> bytes:
    """Equal only where every byte is: 1 is not 1.0, the order of keys counts."""
    plain = msgspec.to_builtins(value, builtin_types=(bytes,)) if isinstance(value, Reply) else value
    return repr(plain).encode("utf-8", "surrogatepass")


def recorded(
    path: Path,
    host: FakeHost,
    calls: Sequence[tuple[Tool, dict[str, Any]]],
    placeholders: Placeholders | None = None,
) -> list[Any]:
    async def run() -> list[Any]:
        with CassetteWriter(path) as writer:
            recording = RecordingHost(host, writer, placeholders)
            await recording.tools()
            return [await outcome(recording, tool, arguments) for tool, arguments in calls]

    return asyncio.run(run())


def replayed(
    cassette: Cassette, calls: Sequence[tuple[Tool, dict[str, Any]]], placeholders: Placeholders | None = None
) -> list[Any]:
    async def run() -> list[Any]:
        host = ReplayHost(cassette, placeholders)
        return [await outcome(host, tool, arguments) for tool, arguments in calls]

    return asyncio.run(run())


def missed(path: Path, tool: Tool, arguments: dict[str, Any]) -> str:
    with pytest.raises(CassetteMissError) as caught:
        replayed(read_cassette(path), [(tool, arguments)])
    return str(caught.value)
