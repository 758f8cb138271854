"""Workers of commands: who gets what, and what happens when they die."""

from __future__ import annotations

import os
import signal
from typing import Any

import anyio
import pytest

from m3bench.core import M3BenchError, UsageError
from m3bench.runs import EngineSettings
from m3bench.runs.distributed import insist, map_requests, open_workers
from m3bench.runs.distributed.worker_group import WorkersLost
from tests.hanging import HANG_SECONDS
from tests.runs.distributed.holding import DEADLY, ROOT, WRONG, HoldingProgram, workers_of

pytestmark = pytest.mark.anyio
TWO = EngineSettings(workers=2)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _tests_are_known_to_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@pytest.mark.slow
async def test_idle_workers_take_what_is_left_and_a_dead_one_is_replaced() -> None:
    """One worker is held with the first request until all others are answered, then it is killed."""
    held, others, said = anyio.Event(), anyio.Event(), list[str]()
    first: list[int] = []
    answered: list[tuple[str, int]] = []

    async def answer(request: tuple[str, int]) -> None:
        work, pid = request
        if work == "first":
            first.append(pid)
            held.set()
            await others.wait()
        else:
            await held.wait()  # so that the worker of the first one is busy

    def on_answer(done: tuple[str, int]) -> None:
        answered.append(done)
        if len(answered) == 4:
            os.kill(first[0], signal.SIGKILL)
            others.set()

    with anyio.fail_after(HANG_SECONDS):
        async with open_workers(TWO, HoldingProgram(), answer=answer, say=said.append) as group:
            works = ["first", "2", "3", "4", "5"]
            answers = await map_requests(group, works, concurrency=2, on_answer=on_answer)
            with pytest.raises(UsageError, match=r"That is wrong\."):
                await insist(group, WRONG)
            with pytest.raises(M3BenchError, match="3 workers died of the same work: deadly"):
                await insist(group, DEADLY)
    assert [work for work, _ in answers] == works
    assert len({pid for _, pid in answered[:4]}) == 1
    assert first[0] not in {pid for _, pid in answered}
    assert len(first) == 2
    assert said[0].endswith("died; its tasks go to the others")
    assert workers_of(os.getpid()) == []


@pytest.mark.slow
async def test_a_worker_that_refuses_ends_the_command() -> None:
    with pytest.raises(UsageError, match="No such suite here"):
        async with open_workers(EngineSettings(), HoldingProgram("No such suite here.")) as group:
            await insist(group, "anything")
    assert workers_of(os.getpid()) == []


async def test_what_dying_workers_printed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("m3bench.runs.distributed.processes._PROGRAM", "m3bench.no_such_module")
    said: list[Any] = []
    with pytest.raises(WorkersLost) as caught:
        async with open_workers(TWO, HoldingProgram(), say=said.append) as group:
            await map_requests(group, ["one", "two", "three"], concurrency=3)
    assert caught.value.message == "5 workers died one after another."
    assert "No module named m3bench.no_such_module" in (caught.value.hint or "")
    assert "logs/" not in (caught.value.hint or "")
    assert len(said) == 5
