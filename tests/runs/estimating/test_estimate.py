"""Estimates of runs that have not started."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.core import Task
from m3bench.hosting import MountSize
from m3bench.runs.estimating import Tokens
from m3bench.runs.estimating.estimate import task_tokens
from tests.cli.command import run_command
from tests.runs.sums import sums_file, sums_task

TOOLS = MountSize(1, 4, 1_000)


def test_every_request_repeats_what_was_said_before() -> None:
    short, long = (task_tokens(sums_task(1, steps=steps), TOOLS) for steps in (1, 2))
    assert (short.requests, long.requests) == (2, 3)
    assert long.input > 1.5 * short.input > 1.5 * 2 * TOOLS.tokens
    assert (short + long).output == short.output + long.output
    assert short.times(3) == Tokens(6, short.input * 3, short.output * 3)


def test_a_task_without_a_reference_has_an_assumed_length() -> None:
    assert task_tokens(Task(id="x", request="?"), None).requests == 6


def test_a_dry_run_starts_and_writes_nothing(tmp_path: Path) -> None:
    sums_file(tmp_path / "tasks.jsonl", 4)
    model = ("--agent", "caller", "--model", "vllm/x", "--base-url", "http://127.0.0.1:1/v1")
    (tmp_path / "m3bench-models.toml").write_text('["vllm/x"]\nprice = {input = 5, output = 5}\n')
    done = run_command("run", "tasks.jsonl", *model, "--epochs", "2", "--dry-run", folder=tmp_path)
    assert "tasks: 4 of 4; attempts: 8" in done.stdout
    assert "in about 24 requests" in done.stdout
    assert "cost: about $0." in done.stdout
    assert "servers: 1 (math)" in done.stdout
    (tmp_path / "m3bench-models.toml").unlink()
    done = run_command("run", "tasks.jsonl", *model, "--dry-run", "--task", "sum-0001", folder=tmp_path)
    assert "tasks: 1 of 4; attempts: 1" in done.stdout
    assert "cost: unknown" in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tasks.jsonl"]


def test_a_dry_run_of_a_resumed_run_counts_what_is_missing(tmp_path: Path) -> None:
    sums_file(tmp_path / "tasks.jsonl", 2)
    run_command("run", "tasks.jsonl", "--agent", "reference", "--out", "run", folder=tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    done = run_command("run", "--resume", "run", "--dry-run", folder=tmp_path)
    assert "attempts: 0" in done.stdout
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--agent", "caller"), "needs a model"),
        (("--agent", "idle", "--mode", "orakle"), "is not a mount mode"),
        (("--agent", "idle", "--task", "nothing"), "has no task"),
    ],
)
def test_a_dry_run_finds_the_mistakes_of_a_run(
    options: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    sums_file(tmp_path / "tasks.jsonl", 1)
    done = run_command("run", "tasks.jsonl", *options, "--dry-run", code=2, folder=tmp_path)
    assert message in done.stderr.replace("\n", " ")
