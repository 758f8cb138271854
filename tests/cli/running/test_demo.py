"""`m3bench demo --model`: the tasks with pictures by a model. Without a model: tests/cli/test_cli.py."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from m3bench.testing.provider import FakeProvider, Line, SeenRequest, Status
from tests.cli.command import run_command


def plan_nothing(request: SeenRequest) -> Line:
    """Say at once that nothing has to be called, then give an answer without a form."""
    return '{"final_answer": "I cannot tell."}'


@pytest.mark.slow
def test_a_model_works_on_the_tasks_with_pictures(tmp_path: Path) -> None:
    with FakeProvider(plan_nothing) as fake:
        endpoint = ("--model", "any/tiny", "--base-url", fake.url(), "--blind")
        done = run_command("demo", *endpoint, "--limit", "2", "--out", "demo", folder=tmp_path)
        assert fake.seen
        assert "image_url" not in json.dumps([seen.body for seen in fake.seen])
    rows = [line.split() for line in done.stdout.splitlines() if line.strip()]
    scores = {row[0]: row[1:] for row in rows if row[0] in ("executor", "reference", "idle")}
    assert (scores["executor"][0], scores["executor"][-1]) == ("0.000", "2")
    assert (scores["reference"][0], scores["reference"][-1]) == ("1.000", "2")
    assert "1 of 1: Pictures (m3)" in done.stdout
    assert "by executor" in done.stdout
    assert sorted(path.name for path in (tmp_path / "demo").iterdir()) == [
        "m3", "report-tables", "report.html",
    ]  # fmt: skip
    manifest = json.loads((tmp_path / "demo/m3/executor/manifest.json").read_text())
    assert manifest["settings"]["model"] == "any/tiny"
    assert "model" not in json.loads((tmp_path / "demo/m3/idle/manifest.json").read_text())["settings"]


@pytest.mark.slow
def test_a_demo_that_was_stopped_continues_and_refuses_other_options(tmp_path: Path) -> None:
    with FakeProvider(plan_nothing) as fake:
        demo = (
            "demo",
            "--model",
            "any/tiny",
            "--base-url",
            fake.url(),
            "--blind",
            "--out",
            "demo",
            "--limit",
        )
        first = ("run", "m3", "--per-family", "1", "--limit", "1", "--agent", "executor", *demo[1:6])
        run_command(*first, "--out", "demo/m3/executor", folder=tmp_path)  # all that was done
        asked = len(fake.seen)
        done = run_command(*demo, "1", folder=tmp_path)
        assert "1 of 1 attempts are already done" in done.stderr
        assert len(fake.seen) <= asked + 1, "nothing but the probe"
        refused = run_command(*demo, "2", folder=tmp_path, code=2)
    assert "demo/m3/executor is a run with other options." in refused.stderr


def test_a_model_that_does_not_answer_ends_the_demo_before_anything_else_runs(tmp_path: Path) -> None:
    with FakeProvider(lambda _: Status(401, message="no such key")) as fake:
        endpoint = ("--model", "any/tiny", "--base-url", fake.url())
        failed = run_command("demo", *endpoint, "--out", "demo", folder=tmp_path, code=2)
    assert "401" in failed.stderr
    assert not (tmp_path / "demo/m3/reference").exists()


def test_options_of_a_model_need_a_model(tmp_path: Path) -> None:
    failed = run_command("demo", "--agent", "planner", folder=tmp_path, code=2)
    assert "Without --model" in failed.stderr
    assert "Name a model with --model." in failed.stderr
