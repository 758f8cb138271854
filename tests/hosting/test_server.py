"""Restarts of a server, with connections whose end the test decides."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest

from m3bench.core import Text
from m3bench.hosting import Reply, ServerFault, ServerSpec
from m3bench.hosting.server import Server
from tests.hanging import HANG_SECONDS


class HangingOnce:
    """A session that does not answer, the first of all; later ones do."""

    def __init__(self, number: int) -> None:
        self._hangs = number == 1
        self.number = number

    async def call(self, _name: str, _arguments: dict[str, Any], _limit: float) -> Reply:
        if self._hangs:
            raise ServerFault("slow", "did not answer", silent=True)
        return Reply((Text(f"session {self.number}"),))

    async def ping(self, _limit: float) -> None:
        raise ServerFault("slow", "is deaf")


class Connections:
    """Connections of a server. The first takes until `closed` is set to close."""

    def __init__(self) -> None:
        self.open: list[int] = []
        self.most_open = self.made = 0
        self.closed = anyio.Event()
        self.ends_at_once = False

    @asynccontextmanager
    async def connect(self, _log: object) -> AsyncIterator[tuple[HangingOnce, anyio.Event]]:
        self.made += 1
        number, ended = self.made, anyio.Event()
        self.open.append(number)
        self.most_open = max(self.most_open, len(self.open))
        if self.ends_at_once:
            ended.set()
        try:
            yield HangingOnce(number), ended
        finally:
            with anyio.CancelScope(shield=True):
                if number == 1 and not self.ends_at_once:
                    await self.closed.wait()
            self.open.remove(number)


def with_server(
    work: Callable[[Server, Connections], Awaitable[None]], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    async def bounded() -> None:
        connections = Connections()
        monkeypatch.setattr(Server, "_connected", lambda _, log: connections.connect(log))
        with anyio.fail_after(HANG_SECONDS):
            async with anyio.create_task_group() as tasks:
                spec = ServerSpec(name="slow", command="none")
                server = Server(
                    spec, tasks, anyio.CapacityLimiter(1), log_path=folder / "log", workspace=folder
                )
                await work(server, connections)
                connections.closed.set()
                await server.stop()

    anyio.run(bounded)


def test_a_restart_waits_for_the_end_of_what_ran_before(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def work(server: Server, connections: Connections) -> None:
        with pytest.raises(ServerFault, match="did not answer"):
            await server.call("tool", {})
        replies: list[Reply] = []

        async def call() -> None:
            replies.append(await server.call("tool", {}))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(call)
            await anyio.wait_all_tasks_blocked()
            connections.closed.set()
        assert replies[0].content == (Text("session 2"),)
        # The end of the first connection must not have taken the second one away.
        assert (await server.call("tool", {})).content == (Text("session 2"),)
        assert (connections.made, connections.most_open) == (2, 1)

    with_server(work, monkeypatch, tmp_path)


def test_a_server_that_ends_as_soon_as_it_has_started_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def work(server: Server, connections: Connections) -> None:
        connections.ends_at_once = True
        with pytest.raises(ServerFault):
            await server.call("tool", {})

    with_server(work, monkeypatch, tmp_path)
