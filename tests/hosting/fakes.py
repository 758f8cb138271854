"""A host without servers: its tools are functions."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import anyio

from m3bench.core import Text
from m3bench.hosting import Reply, Tool
from tests.hanging import HANG_SECONDS

Answer = Callable[[dict[str, Any]], Awaitable[Reply]]

T = TypeVar("T")

ANY_OBJECT: dict[str, Any] = {"type": "object"}


def in_time(work: Callable[[], Awaitable[T]]) -> T:
    """Run it to its end; a test that hangs fails."""

    async def bounded() -> T:
        with anyio.fail_after(HANG_SECONDS):
            return await work()

    return anyio.run(bounded)


def saying(text: str, *, is_error: bool = False) -> Answer:
    """A tool that gives the same answer whatever it is asked."""

    async def answer(arguments: dict[str, Any]) -> Reply:
        return Reply((Text(text),), is_error)

    return answer


def raising(error: BaseException) -> Answer:
    async def answer(arguments: dict[str, Any]) -> Reply:
        raise error

    return answer


async def echo(arguments: dict[str, Any]) -> Reply:
    return Reply((Text(json.dumps(arguments)),))


class Barrier:
    """Opens when so many have arrived: calls that run one after another would wait for ever."""

    def __init__(self, parties: int) -> None:
        self._missing = parties
        self._open = anyio.Event()

    async def __call__(self, arguments: dict[str, Any]) -> Reply:
        self._missing -= 1
        if self._missing == 0:
            self._open.set()
        await self._open.wait()
        return await echo(arguments)


class FakeHost:
    """A `ToolHost` in memory. Remembers every call that reached it."""

    def __init__(
        self,
        answers: dict[str, Answer] | None = None,
        *,
        schemas: dict[str, dict[str, Any]] | None = None,
        listed: Sequence[Tool] = (),
        faults: dict[str, str] | None = None,
    ) -> None:
        self._answers = answers or {}
        self._listed = tuple(listed)
        self._schemas = schemas or {}
        self._faults = faults or {}
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.listings = 0

    async def tools(self) -> Sequence[Tool]:
        self.listings += 1
        named = [
            Tool(server=server, name=name, input_schema=self._schemas.get(f"{server}/{name}", ANY_OBJECT))
            for server, _, name in (full.partition("/") for full in self._answers)
        ]
        return [*named, *self._listed]

    @property
    def faults(self) -> dict[str, str]:
        return self._faults

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        self.calls.append((tool.full_name, arguments))
        return await self._answers[tool.full_name](arguments)
