"""Calls of bundled servers in a thread: in order, in time, and the loop goes on meanwhile."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import anyio
import pytest

from m3bench.core import Call, Outcome, Proof
from m3bench.hosting import Timeouts, Toolbox
from m3bench.runs.serving import bundled
from m3bench.runs.serving.bundled import BundledHost
from m3bench.runs.serving.server_thread import CallTimeout, ServerThread
from m3bench.servers.kit import Answer, Server
from m3bench_world import World
from tests.attacks.loopwork import MOST_WORK, watched_loop
from tests.hosting.processes import run

SOON, LONG = 0.2, 30.0


class Bench:
    """A server of the bundled kind whose tools hang, compute or answer."""

    def __init__(self) -> None:
        self.released = threading.Event()
        self.hanging = threading.Event()
        self.order: list[int] = []
        self.server = Server(
            "math", "For tests.", sources=("arithmetic",), proof=Proof("note", {"number": 1})
        )
        for tool in (self.hang, self.compute, self.note):
            self.server.tool(tool)

    def hang(self) -> Answer:
        """Answers when the test says so."""
        self.hanging.set()
        assert self.released.wait(LONG)
        return Answer("at last")

    def compute(self, seconds: float) -> Answer:
        """Keeps the interpreter busy."""
        end, turns = time.thread_time() + seconds, 0
        while time.thread_time() < end:
            turns += 1
        return Answer("done")

    def note(self, number: int) -> Answer:
        """Notes a number."""
        self.order.append(number)
        return Answer(str(number))


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    made = Bench()
    monkeypatch.setattr(bundled, "load", lambda _: made.server)
    bundled.bundled_tools.cache_clear()
    yield made
    made.released.set()
    bundled.bundled_tools.cache_clear()


async def toolbox(folder: Path, world: World, seconds: float = LONG) -> Toolbox:
    return await Toolbox.mount(BundledHost(["math"], world, folder, timeouts=Timeouts(call=seconds)))


def test_a_tool_that_hangs_is_a_fault_after_its_time(bench: Bench, tmp_path: Path) -> None:
    async def work() -> tuple[Call, float]:
        tools = await toolbox(tmp_path, World(), SOON)
        async with watched_loop() as loop:
            (call,) = await tools.run([Call("math/hang", {})])
        return call, loop.longest

    call, longest = run(work)
    assert call.outcome is Outcome.SERVER_FAULT
    assert call.result.text.startswith("math: gave no answer within 0.2 s. The server failed")
    assert longest < MOST_WORK


def test_a_server_that_hangs_takes_no_further_call_until_it_is_done(bench: Bench, tmp_path: Path) -> None:
    async def work() -> list[Call]:
        tools = await toolbox(tmp_path, World(), SOON)
        done = [
            *await tools.run([Call("math/hang", {})]),
            *await tools.run([Call("math/note", {"number": 1})]),
        ]
        bench.released.set()
        while (after := (await tools.run([Call("math/note", {"number": 2})]))[0]).outcome != Outcome.SUCCESS:
            await anyio.sleep(0.01)
        return [*done, after]

    hung, busy, after = run(work)
    assert [hung.outcome, busy.outcome] == [Outcome.SERVER_FAULT] * 2
    assert busy.result.text.startswith("math: is still busy with a call that gave no answer within 0.2 s.")
    assert (after.outcome, bench.order) == (Outcome.SUCCESS, [2])


def test_other_attempts_go_on_while_a_tool_hangs(bench: Bench, tmp_path: Path) -> None:
    """Those that wait behind it are served when its time is over, and their own time begins then."""
    world = World()

    async def work() -> tuple[Call, ...]:
        first, other = await toolbox(tmp_path, world, SOON), await toolbox(tmp_path, world, SOON)
        calls: list[Call] = []

        async def behind() -> None:
            calls.extend(await other.run([Call("math/note", {"number": 7})]))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(first.run, [Call("math/hang", {})])
            await anyio.to_thread.run_sync(bench.hanging.wait, LONG)
            tasks.start_soon(behind)
        return tuple(calls)

    (call,) = run(work)
    assert (call.outcome, call.result.text) == (Outcome.SUCCESS, "7")


def test_nobody_waits_behind_a_call_whose_caller_is_gone_and_that_hangs(bench: Bench, tmp_path: Path) -> None:
    world = World()

    async def work() -> Call:
        tools = await toolbox(tmp_path, world, SOON)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(tools.run, [Call("math/hang", {})])
            await anyio.to_thread.run_sync(bench.hanging.wait, LONG)
            tasks.cancel_scope.cancel()
        return (await (await toolbox(tmp_path, world, LONG)).run([Call("math/note", {"number": 1})]))[0]

    assert run(work).outcome is Outcome.SUCCESS


def test_a_slow_tool_does_not_hold_up_the_loop(bench: Bench, tmp_path: Path) -> None:
    async def work() -> tuple[Call, float]:
        tools = await toolbox(tmp_path, World())
        async with watched_loop() as loop:
            (call,) = await tools.run([Call("math/compute", {"seconds": 0.5})])
        return call, loop.longest

    call, longest = run(work)
    assert call.outcome is Outcome.SUCCESS
    assert longest < MOST_WORK


def test_calls_of_a_step_are_carried_out_in_their_order(bench: Bench, tmp_path: Path) -> None:
    async def work() -> tuple[Call, ...]:
        tools = await toolbox(tmp_path, World())
        return await tools.run([Call("math/note", {"number": number}) for number in range(50)])

    assert [call.result.text for call in run(work)] == [str(number) for number in range(50)]
    assert bench.order == list(range(50))


def test_a_call_that_is_cancelled_before_its_turn_is_not_carried_out(bench: Bench, tmp_path: Path) -> None:
    world = World()

    async def work() -> None:
        first, other = await toolbox(tmp_path, world), await toolbox(tmp_path, world)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(first.run, [Call("math/hang", {})])
            await anyio.to_thread.run_sync(bench.hanging.wait, LONG)
            with anyio.move_on_after(0.05):
                await other.run([Call("math/note", {"number": 1})])
            bench.released.set()
        await other.run([Call("math/note", {"number": 2})])

    run(work)
    assert bench.order == [2]


def test_one_call_at_a_time() -> None:
    inside, most = [0], [0]

    def work() -> int:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        time.sleep(0.001)
        inside[0] -= 1
        return most[0]

    assert max(run_many(work, 40)) == 1


def test_what_the_work_raises_reaches_the_caller() -> None:
    def work() -> int:
        raise KeyError("cheese")

    with pytest.raises(KeyError, match="cheese"):
        run_many(work, 1)


def run_many(work: Callable[[], int], times: int) -> list[int]:
    """The same work many times at once, in one thread."""

    async def together() -> list[int]:
        thread, done = ServerThread(), list[int]()

        async def once() -> None:
            done.append(await thread.run(work, LONG))

        if times == 1:
            await once()
            return done
        async with anyio.create_task_group() as tasks:
            for _ in range(times):
                tasks.start_soon(once)
        return done

    return list(run(together))


def test_the_time_of_a_call_is_its_own() -> None:
    released = threading.Event()

    async def work() -> CallTimeout:
        thread = ServerThread()
        with pytest.raises(CallTimeout) as caught:
            await thread.run(lambda: released.wait(LONG), SOON)
        released.set()
        assert await thread.run(lambda: 5, SOON) == 5
        return caught.value

    assert run(work).call.seconds == SOON


def test_the_thread_ends_with_its_owner() -> None:
    async def work() -> threading.Thread:
        thread = ServerThread()
        return await thread.run(threading.current_thread, LONG)

    ended = run(work)
    gc.collect()
    ended.join(LONG)
    assert not ended.is_alive()
    assert ended.daemon
