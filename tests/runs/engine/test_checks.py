"""Checks as a part of runs: verdicts are on record, and a check that breaks is not the agent's failure."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from m3bench.checks import AnswerNames, Called, write_checks
from m3bench.core import Status, Task, Trajectory
from m3bench.formats import write
from m3bench.runs import RunLimits, final_attempts, read_run, run_settings, start_run
from m3bench.runs.engine import checks
from m3bench_world import World
from tests.runs.sums import sums_task

pytestmark = pytest.mark.anyio


def checked_task(number: int, expected: str) -> Task:
    checks = write_checks((AnswerNames(all_of=(expected,)), Called(tool="math/add", at_least=2)))
    return msgspec.structs.replace(sums_task(number), extra={"checks": checks})


async def run(tmp_path: Path, *tasks: Task) -> Path:
    write(tmp_path / "tasks.jsonl", tasks, format="jsonl")
    settings = run_settings(suite=str(tmp_path / "tasks.jsonl"), agent="reference")
    assert await start_run(settings, tmp_path / "run", limits=RunLimits(retries=0)) is None
    return tmp_path / "run"


async def test_verdicts_are_on_record_with_their_reasons(tmp_path: Path) -> None:
    path = await run(tmp_path, checked_task(1, "1"), checked_task(2, "two thousand"))
    by_id = {attempt.task_id: attempt.verdicts for attempt in final_attempts(path / "journal.jsonl")}
    right, wrong = by_id["sum-0001"], by_id["sum-0002"]
    assert right is not None
    assert right.passed
    assert wrong is not None
    assert [verdict.passed for verdict in wrong.verdicts] == [False, True]
    assert "two thousand" in wrong.verdicts[0].reason
    assert read_run(path).success == 0.5


async def test_tasks_without_checks_have_no_verdicts(tmp_path: Path) -> None:
    result = read_run(await run(tmp_path, sums_task(1)))
    assert (result.verdicts, result.success, result.coverage) == ({}, None, None)


async def test_a_check_that_breaks_is_a_failure_of_the_harness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(*_: object) -> None:
        raise ZeroDivisionError("a bug in a check")

    monkeypatch.setattr(AnswerNames, "look", break_down)
    result = read_run(await run(tmp_path, checked_task(1, "1")))
    (left_out,) = result.unscored
    assert left_out.status is Status.HARNESS_FAILURE
    assert "ZeroDivisionError: a bug in a check" in left_out.reason


def test_servers_can_be_asked_at_check_time(tmp_path: Path) -> None:
    from m3bench_world import World

    ask = checks.make_server_query(World(), tmp_path)
    assert ask("math/add", {"firstNumber": 2, "secondNumber": 3}).text.strip().startswith("5")
    assert ask("math/add", {"firstNumber": "two"}).is_error
    assert ask("excel/create_workbook", {}).is_error


def test_all_checks_fail_over_the_quota_and_none_is_run(tmp_path: Path) -> None:
    task = checked_task(1, "1")
    trajectory = Trajectory(task_id=task.id, answer="1", status=Status.OVER_QUOTA)
    verdicts = checks.check_attempt(task, trajectory, tmp_path / "gone", {}, World(7))
    assert verdicts is not None
    assert (verdicts.passed, verdicts.undecided) == (False, False)
    assert [verdict.reason for verdict in verdicts.verdicts] == [
        "the workspace was over its quota and is not examined"
    ] * 2
