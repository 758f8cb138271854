"""Merged runs, and runs that cannot be merged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from m3bench.core import UsageError
from m3bench.runs import RunFolder, read_journal, read_run
from m3bench.runs.merging import merge_runs
from m3bench.runs.store import FinishedAttempt, check_run
from tests.cli.command import run_command
from tests.runs.sums import sums_file


def made(home: Path, name: str, *options: str) -> Path:
    run_command("run", "tasks.jsonl", "--agent", "noisy:0.5", "--out", name, *options, folder=home)
    return home / name


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with runs of other tasks, repeats, and other settings."""
    folder = tmp_path_factory.mktemp("home")
    sums_file(folder / "tasks.jsonl", 4)
    made(folder, "odd", "--family", "odd", "--tag", "one")
    made(folder, "even", "--family", "even", "--tag", "two")
    made(folder, "again", "--family", "odd", "--seed", "5", "--epochs", "2")
    made(folder, "mixed", "--limit", "2")
    made(folder, "steps", "--family", "even", "--max-steps", "9")
    return folder


def test_runs_of_other_tasks_become_one(home: Path, tmp_path: Path) -> None:
    done = run_command("runs", "merge", str(home / "odd"), str(home / "even"), "--out", str(tmp_path / "all"))
    assert "4 tasks, 4 attempts, from 2 runs" in done.stdout
    merged, parts = read_run(tmp_path / "all"), [read_run(home / name) for name in ("odd", "even")]
    assert {trajectory.task_id: trajectory.steps for trajectory in merged.trajectories} == {
        trajectory.task_id: trajectory.steps for part in parts for trajectory in part.trajectories
    }
    manifest = RunFolder.open(tmp_path / "all").manifest
    assert (manifest.tags, [run.name for run in manifest.merged]) == (("one", "two"), ["odd", "even"])
    assert (manifest.recorded.families, len(manifest.recorded.tasks)) == ((), 4)
    assert "is intact" in run_command("runs", "verify", str(tmp_path / "all")).stdout
    assert "4 of 4 attempts are already done" in run_command("run", "--resume", str(tmp_path / "all")).stderr


def test_repeats_are_numbered_on(home: Path, tmp_path: Path) -> None:
    merged = merge_runs([home / "odd", home / "again"], tmp_path / "all")
    assert (merged.tasks, merged.epochs) == (2, 3)
    attempts = [
        attempt
        for attempt in read_journal(tmp_path / "all" / "journal.jsonl")
        if isinstance(attempt, FinishedAttempt)
    ]
    assert sorted((attempt.task_id, attempt.epoch) for attempt in attempts) == [
        (task, epoch) for task in ("sum-0001", "sum-0003") for epoch in (1, 2, 3)
    ]
    assert [run.first_epoch for run in RunFolder.open(tmp_path / "all").manifest.merged] == [1, 2]
    assert check_run(RunFolder.open(tmp_path / "all")).damages == ()


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (("odd", "odd"), "they are the same run"),
        (("odd", "mixed"), "sum-0001 are in both"),
        (("odd", "steps"), "another max_steps: None and 9"),
        (("even", "again"), "another epochs: 1 and 2"),
        (("odd",), "nothing to merge"),
    ],
)
def test_conflicts_are_refused_with_the_reason(
    names: tuple[str, ...], reason: str, home: Path, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=reason):
        merge_runs([home / name for name in names], tmp_path / "all")
    assert list(tmp_path.iterdir()) == []


def test_a_changed_run_and_a_full_folder_are_refused(home: Path, tmp_path: Path) -> None:
    done = run_command("runs", "merge", str(home / "odd"), str(home / "even"), "--out", str(home), code=2)
    assert "is not empty" in done.stderr
    made(home, "edited", "--family", "even")
    journal = home / "edited" / "journal.jsonl"
    journal.write_text(journal.read_text().replace("completed", "Completed", 1))
    out = tmp_path / "all"
    done = run_command("runs", "merge", str(home / "odd"), str(home / "edited"), "--out", str(out), code=2)
    assert "runs verify --repair" in done.stderr
    assert not out.exists()


def test_runs_are_listed_sorted_and_chosen_by_tag(home: Path) -> None:
    done = run_command("runs", "list", str(home), "--sort", "name", "--tag", "one")
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["Run", "odd"]
    rows = json.loads(
        run_command("runs", "list", str(home), "--json", "--no-mean", "--sort", "attempts").stdout
    )
    assert rows[0]["name"] == "again"
    assert {row["name"]: row["tags"] for row in rows}["even"] == ["two"]
    assert (
        "Did you mean success?" in run_command("runs", "list", str(home), "--sort", "succes", code=2).stderr
    )


def test_folders_without_runs_and_broken_runs_are_explained(tmp_path: Path) -> None:
    assert "has no run folder in it" in run_command("runs", "list", str(tmp_path), code=2).stderr
    assert "is not a run folder" in run_command("runs", "list", str(tmp_path / "x"), code=2).stderr
    (tmp_path / "half").mkdir()
    (tmp_path / "half" / "manifest.json").write_text('{"m3bench": 2')
    done = run_command("runs", "list", str(tmp_path))
    assert "half cannot be read" in done.stdout
