"""Idle servers are stopped under a memory limit, and nobody notices."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import anyio
import msgspec
import pytest

from m3bench.core import Text
from m3bench.hosting import Pool, Scope, ServerMemory, ServerSpec, Tool, default_server_memory
from m3bench.hosting.pool import PoolHost
from m3bench.hosting.process import HARNESS, machine_memory
from tests.hosting.installed import SMALL, is_alive, starts
from tests.hosting.processes import run, spec

MEGABYTE = 2**20


class Running:
    """A server that need not exist."""

    def __init__(self, name: str, last_used: float, *, can_pause: bool = True) -> None:
        self.name, self.last_used, self.can_pause = name, last_used, can_pause
        self.mark: str | None = name

    async def pause(self) -> bool:
        if self.can_pause:
            self.mark = None
        return self.can_pause


class Machine:
    """Servers with sizes, and a clock."""

    def __init__(self, limit: int, **megabytes: int) -> None:
        self.megabytes, self.now, self.measured, self.said = megabytes, 0.0, 0, list[str]()
        self.memory = ServerMemory(limit, say=self.said.append, measure=self.measure, clock=lambda: self.now)
        self.servers: list[Running] = []

    def measure(self) -> dict[str, int]:
        self.measured += 1
        alive = [server for server in self.servers if server.mark]
        return {server.name: self.megabytes[server.name] * MEGABYTE for server in alive}

    def add(self, server: Running) -> Running:
        self.servers.append(server)
        self.memory.watch(server)
        return server

    @property
    def stopped(self) -> set[str]:
        return {server.name for server in self.servers if server.mark is None}


pytestmark = pytest.mark.anyio


async def test_the_least_recently_used_make_room_and_no_more_of_them_than_needed() -> None:
    machine = Machine(1_000, old=300, middle=300, new=300)
    for age, name in enumerate(("old", "middle", "new")):
        machine.add(Running(name, age))
    await machine.memory.make_room(Running("next", 9))
    assert machine.stopped == set(), "a server of typical size fits"
    machine.megabytes["old"] = 350
    await machine.memory.make_room(Running("next", 9))
    assert machine.stopped == {"old"}
    assert machine.memory.pauses == 1
    assert machine.said == []


async def test_a_server_that_was_measured_gets_as_much_room_as_it_took() -> None:
    machine = Machine(1_000, large=700, small=200)
    large, small = machine.add(Running("large", 1)), machine.add(Running("small", 2))
    machine.megabytes["small"] = 400
    await machine.memory.make_room(Running("other", 3))
    assert machine.stopped == {"large"}
    small.last_used, machine.megabytes["small"] = 4, 310
    await machine.memory.make_room(large)
    assert machine.stopped == {"large", "small"}, "700 more would be too much"


async def test_what_cannot_be_stopped_stays_and_that_is_said_once() -> None:
    machine = Machine(500, busy=300, idle=100, more=300)
    machine.add(Running("busy", 1, can_pause=False))
    machine.add(Running("more", 2, can_pause=False))
    machine.add(Running("idle", 3))
    await machine.memory.make_room(Running("next", 4))
    await machine.memory.make_room(Running("next", 4))
    assert machine.stopped == {"idle"}
    (message,) = machine.said
    assert "180 MB more than --server-memory allows" in message


async def test_a_check_after_a_call_spares_the_caller_and_is_not_made_all_the_time() -> None:
    machine = Machine(100, first=90, second=90)
    first, second = machine.add(Running("first", 1)), machine.add(Running("second", 2))
    await machine.memory.check(first)
    assert machine.stopped == {"second"}
    second.mark = "second"
    await machine.memory.check(first)
    assert (machine.stopped, machine.measured) == (set(), 1)
    machine.now = 5.0
    await machine.memory.check(second)
    assert machine.stopped == {"first"}


def small(folder: Path, name: str, *, scope: Scope = Scope.TASK, restartable: bool = True) -> ServerSpec:
    arguments = ("-IS", str(SMALL), "", str(folder / f"{name}.log"))
    return ServerSpec(name=name, command=sys.executable, args=arguments, scope=scope, restartable=restartable)


async def said(host: PoolHost, tool: str, **arguments: Any) -> str:
    server, _, name = tool.partition("/")
    (part,) = (await host.call(Tool(server=server, name=name), arguments)).content
    assert isinstance(part, Text)
    return part.text


def test_a_real_server_is_stopped_and_comes_back_with_what_lies_in_its_workspace(tmp_path: Path) -> None:
    specs = [small(tmp_path, "one"), small(tmp_path, "two")]

    async def work() -> None:
        memory = ServerMemory(150)
        async with Pool(memory=memory) as pool, pool.lease(specs, ahead=0) as lease:
            assert await said(lease.host, "one/note", text="first") == "first\n"
            await said(lease.host, "one/grow", megabytes=100)
            assert is_alive(tmp_path / "one.log")
            await said(lease.host, "two/count")
            assert not is_alive(tmp_path / "one.log"), "it had to make room"
            assert await said(lease.host, "one/note", text="second") == "first\nsecond\n"
            assert lease.host.started == {"one": 2, "two": 1}
        assert memory.pauses == 1

    run(work)
    assert starts(tmp_path / "one.log") == 2


def test_a_server_with_state_in_its_process_is_not_stopped_once_it_was_called(tmp_path: Path) -> None:
    specs = [small(tmp_path, "one", restartable=False), small(tmp_path, "two")]
    messages: list[str] = []

    async def work() -> None:
        memory = ServerMemory(20, say=messages.append)
        async with Pool(memory=memory) as pool, pool.lease(specs, ahead=0) as lease:
            assert await said(lease.host, "one/count") == "1"
            assert await said(lease.host, "two/count") == "1"
            assert await said(lease.host, "one/count") == "2", "the same process"
            assert lease.host.started == {"one": 1, "two": 1}

    run(work)
    assert len(messages) == 1


def test_a_server_that_was_only_started_holds_nothing_and_can_be_stopped(tmp_path: Path) -> None:
    specs = [small(tmp_path, "one", restartable=False)]

    async def work() -> None:
        async with Pool() as pool, pool.lease(specs, ahead=0) as lease:
            await lease.host.tools()
            (server,) = lease.host.servers
            assert server.can_pause
            assert await server.pause()
            assert not is_alive(tmp_path / "one.log")
            assert await said(lease.host, "one/count") == "1"
            assert not await server.pause()

    run(work)


def test_a_busy_server_is_not_stopped_and_a_call_during_the_stop_waits_for_the_next_process() -> None:
    async def work() -> None:
        async with Pool() as pool, pool.lease([restartable], ahead=0) as lease:
            (server,) = lease.host.servers
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(lease.host.call, Tool(server="well", name="slow"), {"seconds": 0.3})
                while server.mark is None:
                    await anyio.lowlevel.checkpoint()
                assert not await server.pause()
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(server.pause)
                await anyio.lowlevel.checkpoint()
                reply = await lease.host.call(Tool(server="well", name="echo"), {"text": "hello"})
            assert reply.content == (Text("hello"),)
            assert server.starts == 2

    restartable = msgspec.structs.replace(spec(), restartable=True)
    run(work)


def test_memory_of_processes_and_of_the_machine() -> None:
    async def work() -> None:
        async with Pool() as pool, pool.lease([spec()], ahead=0) as lease:
            await lease.host.tools()
            (server,) = lease.host.servers
            assert HARNESS.memory().keys() == {server.mark}
            assert 5 * MEGABYTE < HARNESS.memory()[server.mark or ""] < 500 * MEGABYTE

    run(work)
    assert HARNESS.memory() == {}
    assert default_server_memory() == (machine_memory() or 0) // 2 // MEGABYTE
