"""The calls of a step run at the same time, come back in order, and end together."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import anyio

from m3bench.core import Call
from m3bench.hosting import Reply
from m3bench.hosting.toolbox.toolbox import Toolbox
from tests.hosting.fakes import Barrier, FakeHost, echo, in_time


def test_the_calls_of_a_step_overlap_and_come_back_in_order() -> None:
    async def work() -> Sequence[Call]:
        host = FakeHost({"s/meet": Barrier(5)})
        return await (await Toolbox.mount(host)).run([Call("s/meet", {"n": n}, str(n)) for n in range(5)])

    done = in_time(work)
    assert [call.id for call in done] == list("01234")
    assert [call.result and call.result.text for call in done] == [f'{{"n": {n}}}' for n in range(5)]


def test_order_does_not_depend_on_who_ends_first() -> None:
    async def work() -> None:
        ended: list[int] = []
        turns = [anyio.Event() for _ in range(4)]
        turns[3].set()

        async def answer(arguments: dict[str, Any]) -> Reply:
            number = int(arguments["n"])
            await turns[number].wait()
            ended.append(number)
            if number:
                turns[number - 1].set()
            return await echo(arguments)

        box = await Toolbox.mount(FakeHost({"s/t": answer}))
        done = await box.run([Call("s/t", {"n": n}) for n in range(4)])
        assert ended == [3, 2, 1, 0]
        assert [call.arguments["n"] for call in done] == [0, 1, 2, 3]
        assert [json.loads(call.result.text)["n"] for call in done if call.result] == [0, 1, 2, 3]

    in_time(work)


def test_eight_agents_on_one_host_never_see_each_others_results() -> None:
    async def work() -> None:
        meeting = Barrier(16)
        host = FakeHost({"s/meet": meeting, "s/echo": echo})
        seen: dict[int, list[str]] = {}

        async def agent(number: int) -> None:
            box = await Toolbox.mount(host)
            first = await box.run([Call("s/meet", {"agent": number, "n": n}) for n in range(2)])
            second = await box.run([Call("s/echo", {"agent": number, "n": n}) for n in range(2, 4)])
            seen[number] = [call.result.text for call in first + second if call.result]

        async with anyio.create_task_group() as group:
            for number in range(8):
                group.start_soon(agent, number)
        assert seen == {a: [f'{{"agent": {a}, "n": {n}}}' for n in range(4)] for a in range(8)}

    in_time(work)


def test_at_most_so_many_calls_at_a_time() -> None:
    async def work() -> None:
        under_way, most = 0, 0
        meeting = Barrier(2)

        async def answer(arguments: dict[str, Any]) -> Reply:
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            await meeting(arguments)
            await anyio.lowlevel.checkpoint()
            under_way -= 1
            return await echo(arguments)

        box = await Toolbox.mount(FakeHost({"s/t": answer}), max_concurrent=2)
        done = await box.run([Call("s/t", {"n": n}) for n in range(6)])
        assert most == 2
        assert [call.arguments["n"] for call in done] == list(range(6))

    in_time(work)


def test_cancellation_passes_through() -> None:
    async def work() -> None:
        arrived, cancelled = anyio.Event(), []

        async def answer(arguments: dict[str, Any]) -> Reply:
            if arguments:
                arrived.set()
            try:
                await anyio.sleep_forever()
            finally:
                cancelled.append(len(arguments))
            return Reply()

        box = await Toolbox.mount(FakeHost({"s/t": answer}))
        for calls in ([Call("s/t", {"a": 1})], [Call("s/t"), Call("s/t", {"a": 1})]):
            arrived = anyio.Event()
            async with anyio.create_task_group() as group:
                group.start_soon(box.run, calls)
                await arrived.wait()
                group.cancel_scope.cancel()
        assert sorted(cancelled) == [0, 1, 1]

    in_time(work)
