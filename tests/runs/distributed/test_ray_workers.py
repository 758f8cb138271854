"""Runs on a Ray cluster of this machine."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import msgspec
import pytest

from m3bench.core import MissingExtraError, Usage, UsageError
from m3bench.models import Reply
from m3bench.runs import (
    EngineKind,
    EngineSettings,
    RunLimits,
    final_attempts,
    read_run,
    resume_run,
    start_run,
)
from m3bench.runs.distributed import ray_cluster
from m3bench.testing.provider import FakeProvider, Line, SeenRequest
from tests.hanging import HANG_SECONDS
from tests.runs.distributed.ray_clusters import local_cluster
from tests.runs.distributed.test_worker_runs import TASKS, content, settings
from tests.volume import FULL

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
ANSWER = Reply("It cannot be done.", usage=Usage(10, 5, 1, None))


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster with room for four workers, whatever the machine has."""
    with local_cluster(cpus=4) as ray:
        yield ray


def ray_engine(workers: int) -> EngineSettings:
    return EngineSettings(kind=EngineKind.RAY, workers=workers)


@pytest.mark.parametrize("workers", [2, 4] if FULL else [3])
async def test_ray_gives_the_same_content_as_one_process(workers: int, cluster: Any, tmp_path: Path) -> None:
    alone, spread = tmp_path / "alone", tmp_path / "spread"
    assert await start_run(settings(tmp_path), alone) is None
    assert await start_run(settings(tmp_path), spread, engine=ray_engine(workers)) is None
    assert content(alone) == content(spread)
    assert len(content(spread)) == TASKS


async def test_a_run_goes_on_with_ray_and_back(cluster: Any, tmp_path: Path) -> None:
    alone, mixed = tmp_path / "alone", tmp_path / "mixed"
    assert await start_run(settings(tmp_path), alone) is None
    limits = RunLimits(concurrency=1)
    with FakeProvider(lambda _: ANSWER) as fake:
        made = settings(tmp_path, "caller", fake)
        halt = await start_run(made, mixed, limits=RunLimits(concurrency=1, max_tokens=30))
        assert halt is not None
        halt = await resume_run(mixed, limits=RunLimits(concurrency=1, max_tokens=60), engine=ray_engine(2))
        assert halt is not None
        assert await resume_run(mixed, limits=limits) is None
    assert read_run(mixed).statuses == {"completed": TASKS}
    assert set(Counter(attempt.key for attempt in final_attempts(mixed / "journal.jsonl")).values()) == {1}


async def test_a_killed_actor_changes_nothing(cluster: Any, tmp_path: Path) -> None:
    waiting, opened, lock, arrived = threading.Event(), threading.Event(), threading.Lock(), 0

    def script(_: SeenRequest) -> Line:
        nonlocal arrived
        with lock:
            arrived += 1
            if arrived == 4:
                waiting.set()
        assert opened.wait(HANG_SECONDS)
        return ANSWER

    async def kill_one() -> None:
        await anyio.to_thread.run_sync(waiting.wait, HANG_SECONDS)
        os.kill(actor_pids()[0], signal.SIGKILL)
        opened.set()

    with FakeProvider(script) as fake:
        made = settings(tmp_path, "caller", fake)
        async with anyio.create_task_group() as group:
            group.start_soon(kill_one)
            limits = RunLimits(concurrency=2)
            assert await start_run(made, tmp_path / "killed", limits=limits, engine=ray_engine(2)) is None
        assert await start_run(made, tmp_path / "alone") is None
    assert content(tmp_path / "killed") == content(tmp_path / "alone")


def actor_pids() -> list[int]:
    """The processes of our actors in this test's cluster. Other tests may have clusters on this machine."""
    numbers = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"ray::RayWorker" in (process / "cmdline").read_bytes() and is_descendant(process):
                numbers.append(int(process.name))
        except OSError:
            continue
    return numbers


def is_descendant(process: Path) -> bool:
    """Return whether this process, or one that it started, started the process."""
    while process.name not in ("0", str(os.getpid())):
        parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
        process = process.with_name(parent)
    return process.name != "0"


async def test_a_wrong_address_is_named_before_there_is_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ray", reason="the extra ray is not installed")
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", "0" * 64)
    engine = EngineSettings(kind=EngineKind.RAY, workers=2, address="127.0.0.1:1")
    with pytest.raises(UsageError, match=r"There is no Ray cluster at 127\.0\.0\.1:1: Connection refused"):
        await start_run(settings(tmp_path), tmp_path / "run", engine=engine)
    assert not (tmp_path / "run").exists()


async def test_an_address_without_ray_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="An address is for the engine ray"):
        await start_run(settings(tmp_path), tmp_path / "run", engine=EngineSettings(address="127.0.0.1:1"))


@pytest.mark.parametrize("option", ["record", "replay"])
async def test_cassettes_are_refused(option: str, tmp_path: Path) -> None:
    made = msgspec.structs.replace(settings(tmp_path), **{option: str(tmp_path / "tapes")})
    with pytest.raises(UsageError, match="do not work with --ray"):
        await start_run(made, tmp_path / "run", engine=ray_engine(2))
    assert not (tmp_path / "run").exists()


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"The Ray engine needs an optional package"):
        ray_cluster.import_ray()
