"""Workers are killed as the plan says, while they work."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from m3bench.runs import Key
from m3bench.soak import watcher
from m3bench.soak.fault_log import FaultCounter, FaultLog, read_events
from m3bench.soak.faults import FaultPlan
from m3bench.soak.memory import MemorySampler
from m3bench.soak.watcher import SilentSoakWatcher, WorkerKiller
from tests.soak.records import TASK, attempt

KEY = Key(TASK, 1)


class Progress(SilentSoakWatcher):
    def __init__(self) -> None:
        self.seen: list[tuple[int, int]] = []

    def progressed(self, attempts: int, faults: int, megabytes: float) -> None:
        assert megabytes > 0
        self.seen.append((attempts, faults))


@pytest.fixture
def progress() -> Progress:
    return Progress()


@pytest.fixture
def killer(tmp_path: Path, progress: Progress) -> Iterator[WorkerKiller]:
    """One that kills a worker for every try."""
    path = tmp_path / "faults.jsonl"
    with FaultLog(path) as log:
        yield WorkerKiller(
            progress,
            FaultPlan(rate=1.0, kinds=("worker:kill",)),
            log,
            counter=FaultCounter(path),
            sampler=MemorySampler(1.0),
        )


def test_a_worker_is_killed_when_a_try_is_under_way(
    killer: WorkerKiller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    monkeypatch.setattr(watcher, "worker_processes", lambda: [worker.pid])
    killer.started(KEY, 1)
    assert worker.poll() is None
    killer.calling(KEY, 1, ["weather/get_weather"])
    worker.communicate()
    assert worker.returncode == -signal.SIGKILL
    assert [(event.what, event.start) for event in read_events(tmp_path / "faults.jsonl")] == [
        ("worker:kill", str(worker.pid))
    ]


def test_each_kill_is_made_once(killer: WorkerKiller, monkeypatch: pytest.MonkeyPatch) -> None:
    killed: list[Key] = []
    monkeypatch.setattr(killer, "_kill_one", killed.append)
    killer.started(KEY, 1)
    for step in range(3):
        killer.calling(KEY, step, [])
    assert killed == [KEY]


def test_without_workers_nobody_is_killed(killer: WorkerKiller, tmp_path: Path) -> None:
    killer.started(KEY, 1)
    killer.calling(KEY, 1, [])
    assert list(read_events(tmp_path / "faults.jsonl")) == []


def test_deaths_are_counted_as_the_run_tells_them(killer: WorkerKiller) -> None:
    killer.said("worker 2 died; its tasks go to the others")
    killer.said("waiting 3 s for openai/soak: answered 503")
    assert killer.deaths == 1


def test_progress_counts_attempts_not_tries(killer: WorkerKiller, progress: Progress) -> None:
    killer.ended(msgspec.structs.replace(attempt(), final=False))
    killer.ended(attempt())
    assert progress.seen == [(0, 0), (1, 0)]
