"""Check, replay, judge and forge: two workers write what one process writes."""

from __future__ import annotations

import json
import os
import shutil
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import msgspec
import pytest

from m3bench.core import Usage
from m3bench.forge.references import ForgedReference
from m3bench.forge.runner import ForgeSettings, Tally, forge, forge_references
from m3bench.forge.runner.folder import DECISIONS, REFERENCES, ForgeFolder
from m3bench.formats import write
from m3bench.hosting import Pool
from m3bench.models import Reply, ToolReturn, ToolUse
from m3bench.runs import (
    AssetSource,
    EngineSettings,
    FinishedAttempt,
    Key,
    final_attempts,
    read_run,
    recheck_run,
    run_assets,
    run_settings,
    start_run,
)
from m3bench.runs.judging.cases import build_cases, build_cases_in_workers
from m3bench.runs.replaying import ReplayProgram, replay, replay_in_workers
from m3bench.runs.store.judgements import FILE, JudgementRecord, read_judge_records
from m3bench.suites import WorldRef
from m3bench.testing.provider import FakeProvider, Line, SeenRequest
from tests.forge.tasks.test_tasks import settings as task_settings
from tests.hanging import HANG_SECONDS
from tests.runs.distributed.holding import workers_of
from tests.runs.models.test_vision_reviewer import JUDGE, cutting, says, suite
from tests.runs.sums import sums_task

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
TWO = EngineSettings(workers=2)
USAGE = Usage(10, 5, 1, None)
_ACCEPT = json.dumps(
    {"reason": "sound", "causal_order": True, "facts": True, "luck": False, "seen": [], "accept": True}
)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("M3BENCH_API_KEY", "a-key-that-nobody-checks")
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path / "cache"))
    yield
    assert workers_of(os.getpid()) == []


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Attempts with stored workspaces and without, whose pictures nobody has reviewed yet."""
    folder = tmp_path_factory.mktemp("cut")
    name = suite(folder, *(cutting(number) for number in range(3)), sums_task(1))
    anyio.run(start_run, run_settings(suite=name, agent="reference"), folder / "run")
    return folder / "run"


def copied(run: Path, target: Path) -> Path:
    shutil.copytree(run, target)
    return target


def attempts(run: Path) -> dict[Key, FinishedAttempt]:
    return {attempt.key: attempt for attempt in final_attempts(run / "journal.jsonl")}


def reviews(run: Path) -> dict[str, object]:
    """What the judge said of each case."""
    records = read_judge_records(run / FILE)
    made = [record.judgement for record in records if isinstance(record, JudgementRecord)]
    return {judgement.case: (judgement.input, judgement.scores, judgement.raw) for judgement in made}


class Gate:
    """A judge that answers when the workers of the first requests are dead."""

    def __init__(self) -> None:
        self.asked, self.opened = threading.Event(), threading.Event()

    def __call__(self, _: SeenRequest) -> Line:
        self.asked.set()
        assert self.opened.wait(HANG_SECONDS)
        return says(1, 0.5)

    async def kill_workers(self) -> None:
        await anyio.to_thread.run_sync(self.asked.wait, HANG_SECONDS)
        for pid in workers_of(os.getpid()):
            os.kill(pid, signal.SIGKILL)
        self.opened.set()


async def test_workers_check_as_one_process_does_even_if_they_die(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, spread = copied(run, tmp_path / "alone"), copied(run, tmp_path / "spread")
    gate, said = Gate(), list[str]()
    with FakeProvider(gate) as fake:
        judge = f"{JUDGE}@{fake.url('openai')}"
        async with anyio.create_task_group() as group:
            group.start_soon(gate.kill_workers)
            two = await recheck_run(spread, judge=judge, engine=TWO, say=said.append)
        monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path / "another"))
        single = await recheck_run(alone, judge=judge)
    assert said
    assert {line.endswith("died; its tasks go to the others") for line in said} == {True}
    assert single == two
    assert (two.attempts, two.changed, two.undecided) == (3, 3, 0)
    assert attempts(spread) == attempts(alone)
    assert reviews(spread) == reviews(alone)
    assert read_run(spread).success == 1.0


async def test_workers_replay_and_build_cases_as_one_process_does(run: Path) -> None:
    trajectories = [attempt.trajectory for attempt in attempts(run).values()]
    world = WorldRef()
    async with Pool() as pool:
        alone = await replay(trajectories, pool, world.world(), assets=run_assets(run))
    program = ReplayProgram(
        world=world, servers=frozenset({"math"}), sandbox=False, files=AssetSource.of(run)
    )
    counts: list[int] = []
    spread = await replay_in_workers(program, trajectories, TWO, done=counts.append)
    assert spread == alone
    assert [call.lacks for call in spread] == [()] * len(spread)
    assert sum(counts) == len(spread) == 7

    result = read_run(run)
    cases = build_cases(run, result, pictures=True)
    assert await build_cases_in_workers(run, result, TWO, pictures=True) == cases
    assert len([picture for case in cases for picture in case.pictures]) == 3


def forged(out: Path) -> dict[str, Any]:
    """All decisions without their times and their place in the file."""
    lines = (out / DECISIONS).read_bytes().splitlines()
    return {line["task_id"]: _timeless(line) for line in map(msgspec.json.decode, lines)}


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _timeless(item) for key, item in value.items() if key not in ("timing", "prev", "check")}
    return [_timeless(item) for item in value] if isinstance(value, list) else value


async def test_workers_forge_references_as_one_process_does(tmp_path: Path) -> None:
    """With an executor that asks a model, and a judge: both are asked by this process."""

    def script(seen: SeenRequest) -> Line:
        is_judge = seen.model == "judge"
        return Reply(_ACCEPT if is_judge else "It cannot be done.", usage=USAGE)

    write(tmp_path / "tasks.jsonl", [sums_task(number) for number in range(3)], format="jsonl")
    tallies: list[Tally] = []
    with FakeProvider(script) as fake:
        settings = ForgeSettings(
            suite=str(tmp_path / "tasks.jsonl"), agents=("reference", "caller"), models=("openai/some",),
            judge="openai/judge", base_url=fake.url("openai"),
        )  # fmt: skip
        for name, engine in (("alone", EngineSettings()), ("spread", TWO)):
            tallies.append(await forge_references(settings, tmp_path / name, engine=engine))
            fake.seen.clear()
    assert forged(tmp_path / "spread") == forged(tmp_path / "alone")
    first, second = ((tmp_path / name / REFERENCES) for name in ("alone", "spread"))
    assert first.read_bytes() == second.read_bytes()
    assert tallies[0].spent == tallies[1].spent
    assert (tallies[1].spent.requests or 0) > 3


async def test_what_a_lost_worker_spent_is_on_record(tmp_path: Path) -> None:
    """The first request is answered; then the worker dies before the reference is forged."""
    second, released = threading.Event(), threading.Event()

    def script(seen: SeenRequest) -> Line:
        if not any(isinstance(message, ToolReturn) for message in seen.request.messages):
            call = ToolUse("1", "math__add", {"firstNumber": 100, "secondNumber": 1})
            return Reply(calls=(call,), usage=USAGE)
        second.set()
        assert released.wait(HANG_SECONDS)
        return Reply("1", usage=USAGE)

    async def kill_all() -> None:
        await anyio.to_thread.run_sync(second.wait, HANG_SECONDS)
        for pid in workers_of(os.getpid()):
            os.kill(pid, signal.SIGKILL)
        released.set()

    write(tmp_path / "tasks.jsonl", [sums_task(1)], format="jsonl")
    with FakeProvider(script) as fake:
        settings = ForgeSettings(
            suite=str(tmp_path / "tasks.jsonl"), agents=("caller",), models=("openai/some",),
            base_url=fake.url("openai"),
        )  # fmt: skip
        async with anyio.create_task_group() as group:
            group.start_soon(kill_all)
            tally = await forge_references(settings, tmp_path / "out", engine=TWO)
    assert (len(tally.forged), tally.unfinished) == (1, 0)
    first, *_, last = (tmp_path / "out" / DECISIONS).read_bytes().splitlines()
    lost, decided = (msgspec.json.decode(line, type=ForgedReference) for line in (first, last))
    assert lost.broken_off is not None
    assert (lost.broken_off.requests, decided.usage.requests) in {(1, 2), (2, 2)}
    assert ForgeFolder(tmp_path / "out").spent == tally.spent


async def test_workers_forge_tasks_as_one_process_does(tmp_path: Path) -> None:
    for name, engine in (("alone", EngineSettings()), ("spread", TWO)):
        (tmp_path / name).mkdir()
        await forge(task_settings(count=3), tmp_path / name / "t.jsonl", engine=engine)
    for file in ("t.jsonl.links.json", "t.jsonl.journal.jsonl"):
        assert (tmp_path / "spread" / file).read_bytes() == (tmp_path / "alone" / file).read_bytes()
