"""Helper processes: they work, they are kept, and they end when they exceed a limit."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from m3bench.workers import LimitExceeded, ProcessPool
from m3bench.workers.process import JobFailed

HERE = "tests.workers.jobs"


@pytest.fixture
def pool() -> Iterator[ProcessPool]:
    pool = ProcessPool(megabytes=512)
    yield pool
    pool.close()


@pytest.fixture(autouse=True)
def _tests_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))


def test_a_job_is_done_and_its_process_is_kept(pool: ProcessPool) -> None:
    large = os.urandom(3_000_000)
    assert pool.run(f"{HERE}:reverse", large, seconds=20) == large[::-1]
    first, second = (pool.run(f"{HERE}:pid", b"", seconds=20) for _ in range(2))
    assert first == second


def test_what_goes_wrong_in_a_job_is_its_answer(pool: ProcessPool) -> None:
    with pytest.raises(JobFailed, match="ValueError: no good"):
        pool.run(f"{HERE}:fail", b"no good", seconds=20)
    with pytest.raises(JobFailed, match="AttributeError"):
        pool.run(f"{HERE}:nothing", b"", seconds=20)


def test_a_missing_package_is_named_and_is_no_fault_of_the_input(pool: ProcessPool) -> None:
    with pytest.raises(ModuleNotFoundError) as caught:
        pool.run("nowhere.jobs:nothing", b"", seconds=20)
    assert caught.value.name == "nowhere"


def test_what_is_printed_is_no_answer(pool: ProcessPool) -> None:
    assert pool.run(f"{HERE}:chatter", b"", seconds=20) == b"done"


def test_a_job_that_takes_too_long_is_ended_and_the_next_gets_another_process(pool: ProcessPool) -> None:
    pid = int(pool.run(f"{HERE}:pid", b"", seconds=20))
    with pytest.raises(LimitExceeded, match="exceeded its time limit"):
        pool.run(f"{HERE}:loop", b"", seconds=0.2)
    assert not Path(f"/proc/{pid}").exists()
    assert int(pool.run(f"{HERE}:pid", b"", seconds=20)) != pid


def test_the_start_of_a_process_is_no_time_of_a_job(
    pool: ProcessPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine a start takes seconds, and an honest job after it must not fail for that."""
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nsleep 3\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    assert pool.run(f"{HERE}:reverse", b"ab", seconds=2) == b"ba"


def test_a_job_that_takes_too_much_memory_fails(pool: ProcessPool) -> None:
    with pytest.raises((JobFailed, LimitExceeded)):
        pool.run(f"{HERE}:swell", b"", seconds=30)
    assert pool.run(f"{HERE}:reverse", b"ab", seconds=20) == b"ba"


def test_a_process_that_dies_is_told(pool: ProcessPool) -> None:
    with pytest.raises(LimitExceeded, match="died before the job was done"):
        pool.run(f"{HERE}:die", b"", seconds=20)


def test_keys_of_the_environment_are_not_passed_on(
    pool: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert b"sk-secret" not in pool.run(f"{HERE}:environment", b"", seconds=20)
