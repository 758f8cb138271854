"""Whole runs over worker processes: the same results, whatever happens to the workers."""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from pathlib import Path

import anyio
import pytest

from m3bench.agents import Ending
from m3bench.core import Call, Trajectory, Usage, UsageError
from m3bench.models import Reply, ToolReturn, ToolUse
from m3bench.runs import (
    HaltKind,
    Key,
    RunFolder,
    RunLimits,
    RunSettings,
    final_attempts,
    read_journal,
    read_run,
    resume_run,
    run_settings,
    start_run,
)
from m3bench.runs.distributed.worker_group import MAX_LOSSES_IN_A_ROW
from m3bench.runs.engine_settings import EngineSettings
from m3bench.runs.store import ParkedAttempt, read_transcript
from m3bench.runs.store.judgements import FILE, JudgementRecord, read_judge_records
from m3bench.testing import worker_processes
from m3bench.testing.provider import FakeProvider, Line, SeenRequest
from tests.hanging import HANG_SECONDS
from tests.runs.models.test_vision_reviewer import JUDGE, cutting, says, suite
from tests.runs.sums import sums_file

pytestmark = pytest.mark.anyio
TASKS = 8
ANSWER = Reply("It cannot be done.", usage=Usage(10, 5, 1, None))
TWO = EngineSettings(workers=2)
PAIRS = RunLimits(concurrency=2)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def settings(folder: Path, agent: str = "noisy:0.3", fake: FakeProvider | None = None) -> RunSettings:
    suite = str(sums_file(folder / "tasks.jsonl", TASKS))
    if fake is None:
        return run_settings(suite=suite, agent=agent)
    return run_settings(suite=suite, agent=agent, model="openai/some", base_url=fake.url())


def content(run: Path) -> dict[Key, object]:
    """What must be equal in two runs: all but the times."""
    return {
        attempt.key: (attempt.number, bare(attempt.trajectory), attempt.changes)
        for attempt in final_attempts(run / "journal.jsonl")
    }


def bare(trajectory: Trajectory) -> object:
    calls = [
        [(call.name, call.arguments, call.outcome, call.result) for call in step.calls]
        for step in trajectory.steps
    ]
    return calls, trajectory.answer, trajectory.status, trajectory.usage, trajectory.extra


async def test_workers_give_the_same_content_and_leave_nothing_behind(tmp_path: Path) -> None:
    alone, spread = tmp_path / "alone", tmp_path / "spread"
    assert await start_run(settings(tmp_path), alone) is None
    assert await start_run(settings(tmp_path), spread, limits=PAIRS, engine=TWO) is None
    assert content(alone) == content(spread)
    assert len(content(spread)) == TASKS
    assert worker_processes() == []
    assert read_run(spread).statuses == read_run(alone).statuses


@pytest.mark.slow
async def test_a_run_goes_on_with_another_number_of_workers(tmp_path: Path) -> None:
    alone, spread = tmp_path / "alone", tmp_path / "spread"
    assert await start_run(settings(tmp_path), alone) is None
    assert await start_run(settings(tmp_path), spread, limits=PAIRS, engine=TWO) is None
    lines = (spread / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (spread / "seal.json").unlink()
    (spread / "journal.jsonl").write_bytes(b"".join(lines[:3]))
    for engine in (EngineSettings(), TWO):
        await resume_run(spread, engine=engine)
    assert content(alone) == content(spread)


class Gate:
    """A script that holds back the replies until workers were killed."""

    def __init__(self, waiting: int) -> None:
        self._waiting, self._arrived = waiting, 0
        self._lock, self.full, self.open = threading.Lock(), threading.Event(), threading.Event()

    def __call__(self, _: SeenRequest) -> Line:
        with self._lock:
            self._arrived += 1
            if self._arrived >= self._waiting:
                self.full.set()
        assert self.open.wait(HANG_SECONDS)
        return ANSWER


@pytest.mark.slow
async def test_a_killed_worker_changes_nothing(tmp_path: Path) -> None:
    gate = Gate(waiting=4)

    async def kill_one() -> None:
        await anyio.to_thread.run_sync(gate.full.wait, HANG_SECONDS)
        os.kill(worker_processes()[0], signal.SIGKILL)
        gate.open.set()

    with FakeProvider(gate) as fake:
        async with anyio.create_task_group() as group:
            group.start_soon(kill_one)
            assert (
                await start_run(
                    settings(tmp_path, "caller", fake), tmp_path / "killed", limits=PAIRS, engine=TWO
                )
                is None
            )
        assert await start_run(settings(tmp_path, "caller", fake), tmp_path / "alone") is None
    assert content(tmp_path / "killed") == content(tmp_path / "alone")
    keys = Counter(attempt.key for attempt in final_attempts(tmp_path / "killed" / "journal.jsonl"))
    assert set(keys.values()) == {1}
    assert len(keys) == TASKS
    assert worker_processes() == []


@pytest.mark.slow
async def test_what_a_lost_attempt_spent_is_on_record(tmp_path: Path) -> None:
    """The first requests are answered; then their workers die before the attempts end."""
    second, released = threading.Event(), threading.Event()

    def script(seen: SeenRequest) -> Line:
        if not any(isinstance(message, ToolReturn) for message in seen.request.messages):
            call = ToolUse("1", "math__add", {"firstNumber": 1, "secondNumber": 2})
            return Reply(calls=(call,), usage=Usage(10, 5, 1, None))
        second.set()
        assert released.wait(HANG_SECONDS)
        return ANSWER

    async def kill_all() -> None:
        await anyio.to_thread.run_sync(second.wait, HANG_SECONDS)
        for pid in worker_processes():
            os.kill(pid, signal.SIGKILL)
        released.set()

    with FakeProvider(script) as fake:
        async with anyio.create_task_group() as group:
            group.start_soon(kill_all)
            assert (
                await start_run(
                    settings(tmp_path, "caller", fake), tmp_path / "run", limits=PAIRS, engine=TWO
                )
                is None
            )
        requests = sum(1 for request in fake.seen)
    journal = list(read_journal(tmp_path / "run" / "journal.jsonl"))
    parked = [record for record in journal if isinstance(record, ParkedAttempt)]
    assert parked
    spent = sum(record.usage.input_tokens or 0 for record in journal if record.usage)
    assert spent <= 10 * requests
    assert read_run(tmp_path / "run").statuses == {"completed": TASKS}


@pytest.mark.slow
async def test_the_budget_holds_over_all_workers(tmp_path: Path) -> None:
    limits = RunLimits(concurrency=1, max_tokens=40)
    with FakeProvider(lambda _: ANSWER) as fake:
        halt = await start_run(
            settings(tmp_path, "caller", fake), tmp_path / "run", limits=limits, engine=TWO
        )
    assert halt is not None
    assert halt.kind is HaltKind.BUDGET
    # 15 tokens a request: the third passes the limit, and one more may be under way.
    assert 3 <= len(fake.seen) <= 4


@pytest.mark.slow
async def test_requests_in_flight_are_limited_over_all_workers(tmp_path: Path) -> None:
    lock, current, most = threading.Lock(), 0, 0

    def script(_: SeenRequest) -> Line:
        nonlocal current, most
        with lock:
            current += 1
            most = max(most, current)
        threading.Event().wait(0.05)
        with lock:
            current -= 1
        return ANSWER

    limits = RunLimits(concurrency=4, in_flight=3)
    with FakeProvider(script) as fake:
        assert (
            await start_run(settings(tmp_path, "caller", fake), tmp_path / "run", limits=limits, engine=TWO)
            is None
        )
    assert most <= 3
    assert read_run(tmp_path / "run").statuses == {"completed": TASKS}


@pytest.mark.slow
async def test_the_judge_of_the_run_reviews_for_all_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("M3BENCH_API_KEY", "a-key-that-nobody-checks")
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path / "cache"))
    tasks = suite(tmp_path, *(cutting(number) for number in range(3)))
    with FakeProvider(lambda _: says(1, 1)) as fake:
        judged = run_settings(suite=tasks, agent="reference", judge=f"{JUDGE}@{fake.url('openai')}")
        assert await start_run(judged, tmp_path / "run", engine=TWO) is None
    result = read_run(tmp_path / "run")
    assert (result.success, result.undecided) == (1.0, 0)
    records = read_judge_records(tmp_path / "run" / FILE)
    assert len([record for record in records if isinstance(record, JudgementRecord)]) == 3
    blobs = RunFolder.open(tmp_path / "run").blobs
    for attempt in final_attempts(tmp_path / "run" / "journal.jsonl"):
        (asked,) = read_transcript(blobs, attempt.transcript or "")
        assert (asked.by, asked.model, len(attempt.reply_seconds)) == ("judge", JUDGE, 1)


async def test_workers_that_cannot_start_end_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("m3bench.runs.distributed.processes._PROGRAM", "m3bench.no_such_module")
    halt = await start_run(settings(tmp_path), tmp_path / "run", limits=PAIRS, engine=TWO)
    assert halt is not None
    assert halt.kind is HaltKind.ERROR
    assert f"{MAX_LOSSES_IN_A_ROW} workers died one after another." in halt.reason
    assert "logs/worker-" in halt.reason
    assert "no_such_module" in "".join(
        log.read_text() for log in (tmp_path / "run" / "logs").glob("worker-*.log")
    )


class Adder:
    """An agent object."""

    name, needs_model = "adder", False

    async def solve(self, attempt: object) -> Ending:
        raise AssertionError(Call("math/add"), attempt)


async def test_an_agent_object_cannot_be_sent_to_workers(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be sent to worker processes"):
        await start_run(
            settings(tmp_path, "reference"), tmp_path / "run", limits=PAIRS, engine=TWO, agent=Adder()
        )
    assert not (tmp_path / "run").exists()
