"""Attempts that are made again: seen by everybody, and never quietly."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import m3bench
from m3bench.formats import write
from m3bench.runs import RunFolder, read_journal, read_run
from m3bench.runs.retrying import request_retries
from m3bench.runs.store import FinishedAttempt, RetryRequest, check_run
from tests.cli.command import run_command
from tests.runs.sums import sums_task


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished")
    write(folder / "tasks.jsonl", [sums_task(number) for number in range(3)], format="jsonl")
    run_command("run", str(folder / "tasks.jsonl"), "--agent", "reference", "--out", str(folder / "run"))
    return folder / "run"


@pytest.fixture
def run(finished: Path, tmp_path: Path) -> Path:
    return shutil.copytree(finished, tmp_path / "run")


def attempts(run: Path) -> list[str]:
    return [
        record.task_id
        for record in read_journal(run / "journal.jsonl")
        if isinstance(record, FinishedAttempt)
    ]


def test_scored_attempts_that_are_made_again_mark_the_run(run: Path) -> None:
    done = run_command("run", "--resume", str(run), "--retry", "sum-0001")
    assert "1 had been scored, so the run is a best-of from now on" in done.stderr
    assert "retried: 1 attempt (sum-0001), 1 of them scored before" in done.stdout
    assert attempts(run).count("sum-0001") == 2, "the old attempt is kept"
    assert attempts(run).count("sum-0000") == 1
    assert RunFolder.open(run).manifest.best_of
    result = read_run(run)
    assert (result.best_of, result.attempts, result.open) == (True, 3, 0)
    assert "best-of" in result.unranked
    assert "best-of" in run_command("score", str(run)).stdout
    assert check_run(RunFolder.open(run)).damages == ()


def test_a_request_outlives_an_interruption(run: Path) -> None:
    folder = RunFolder.open(run)
    request_retries(folder, ["sum-000[12]"], say=lambda _: None)
    assert len(read_run(run).tasks) == 3, "the old attempts count until the new ones are there"
    done = run_command("run", "--resume", str(run))
    assert "1 of 3 attempts are already done" in done.stderr
    assert sorted(attempts(run)) == ["sum-0000", "sum-0001", "sum-0001", "sum-0002", "sum-0002"]
    assert "3 of 3 attempts are already done" in run_command("run", "--resume", str(run)).stderr


@pytest.mark.parametrize("what", ["failed", "unscored", "errors"])
def test_nothing_to_retry_changes_nothing(run: Path, what: str) -> None:
    before = (run / "manifest.json").read_bytes()
    done = run_command("run", "--resume", str(run), "--retry", what)
    assert "nothing to retry" in done.stderr
    assert (run / "manifest.json").read_bytes() == before
    assert not any(isinstance(record, RetryRequest) for record in read_journal(run / "journal.jsonl"))


def test_unknown_attempts_are_refused(run: Path) -> None:
    done = run_command("run", "--resume", str(run), "--retry", "fialed", code=2)
    assert "Did you mean failed?" in done.stderr
    done = run_command("run", "--resume", str(run), "--retry", "sum-0001#2", code=2)
    assert "has no attempt 'sum-0001#2' to retry" in done.stderr
    done = run_command("run", "smoke", "--agent", "idle", "--retry", "failed", code=2)
    assert "Add --resume DIR." in done.stderr


@pytest.mark.slow
def test_failed_attempts_are_those_that_do_not_pass(tmp_path: Path) -> None:
    run_command("run", "smoke", "--agent", "idle", "--limit", "2", "--out", str(tmp_path / "run"))
    done = run_command("run", "--resume", str(tmp_path / "run"), "--retry", "failed")
    assert "to be made again: 2 attempts; 2 had been scored" in done.stderr
    assert "not ranked: scored attempts were made again" in done.stdout


def test_python_can_tag_and_retry(tmp_path: Path) -> None:
    write(tmp_path / "tasks.jsonl", [sums_task(1)], format="jsonl")
    result = m3bench.run(
        tmp_path / "tasks.jsonl", "reference", out=tmp_path / "run", tags=("a", "a"), note="by hand"
    )
    assert (result.tags, result.note, result.best_of) == (("a",), "by hand", False)
    assert m3bench.resume(tmp_path / "run", retry=["sum-0001"]).best_of
