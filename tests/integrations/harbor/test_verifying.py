"""The verifier: rewards for right, wrong and missing answers, and none if there is nothing to score."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.core import Call, Outcome, Result, Status, Step, Text, Trajectory, UsageError
from m3bench.formats import write
from m3bench.integrations.harbor import Unscorable, collect_attempt, verify_attempt
from m3bench.suites import Suite


@pytest.fixture
def right(smoke: Suite) -> Trajectory:
    task = smoke.tasks[0]
    (reference,) = task.references
    calls = [call for _, call in reference.calls()]
    found = Result((Text(json.dumps({"temperature": reference.fields})),))
    return Trajectory(
        task_id=task.id,
        steps=tuple(Step((msgspec.structs.replace(call, result=found),)) for call in calls),
        answer=reference.answer,
        fields=reference.fields,
        status=Status.COMPLETED,
    )


def record(folder: Path, trajectory: Trajectory) -> Path:
    (folder / "workspace").mkdir(parents=True)
    write(folder / "trajectory.jsonl", [trajectory], format="jsonl")
    return folder


def rewards(exported: Path, tmp_path: Path, trajectory: Trajectory) -> dict[str, Any]:
    out = tmp_path / "out"
    verify_attempt(exported / "tests", record(tmp_path / "attempt", trajectory), out, encoder="exact")
    assert json.loads((out / "verdicts.json").read_text())["task"] == "smoke/warmth"
    found: dict[str, Any] = json.loads((out / "reward.json").read_text())
    return found


def test_a_right_answer(exported: Path, tmp_path: Path, right: Trajectory) -> None:
    found = rewards(exported, tmp_path, right)
    assert (found["reward"], found["success"], found["recall"], found["average"]) == (1, 1, 1, 1)
    assert all(isinstance(value, float) for value in found.values())


@pytest.mark.parametrize(
    "change",
    [
        {"fields": {"temperature": -40.0}, "answer": "It is -40 °C."},
        {"fields": None, "answer": None, "status": Status.UNKNOWN},
        {"fields": None, "answer": None, "status": Status.UNKNOWN, "steps": ()},
    ],
    ids=["wrong", "missing", "nothing"],
)
def test_a_wrong_or_missing_answer(
    exported: Path, tmp_path: Path, right: Trajectory, change: dict[str, Any]
) -> None:
    assert rewards(exported, tmp_path, msgspec.structs.replace(right, **change))["reward"] == 0


def test_without_a_record_there_is_no_reward(exported: Path, tmp_path: Path, right: Trajectory) -> None:
    with pytest.raises(Unscorable, match="no record of an attempt"):
        verify_attempt(exported / "tests", tmp_path / "attempt", tmp_path / "out")
    other = record(tmp_path / "other", msgspec.structs.replace(right, task_id="another"))
    with pytest.raises(Unscorable, match="the task is smoke/warmth"):
        verify_attempt(exported / "tests", other, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_failed_server_is_not_the_agents_fault(exported: Path, tmp_path: Path, right: Trajectory) -> None:
    failed = Step((Call("weather/get_weather", {}, outcome=Outcome.SERVER_FAULT),))
    attempt = record(tmp_path / "attempt", msgspec.structs.replace(right, steps=(failed,)))
    with pytest.raises(Unscorable, match="1 calls failed in the server"):
        verify_attempt(exported / "tests", attempt, tmp_path / "out")


def test_the_workspace_is_collected_without_links(tmp_path: Path) -> None:
    workspace, attempt = tmp_path / "place", tmp_path / "attempt"
    (workspace / "deep").mkdir(parents=True)
    attempt.mkdir()
    (workspace / "deep" / "a.txt").write_text("a")
    (workspace / "link").symlink_to("/etc/passwd")
    (attempt / "workspace.path").write_text(str(workspace))
    assert collect_attempt(attempt) == 1
    assert collect_attempt(attempt) == 1
    assert [path.name for path in (attempt / "workspace").rglob("*")] == ["deep", "a.txt"]
    with pytest.raises(UsageError, match="no record of a gateway"):
        collect_attempt(tmp_path / "nothing")
