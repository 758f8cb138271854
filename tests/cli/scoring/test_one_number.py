"""`score`, `compare` and `report` on the same folders: one number for one thing."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.checks import Verdicts
from m3bench.cli.loading import make_scorer
from m3bench.cli.scoring.report import load_study_runs, make_study
from m3bench.core import Status
from m3bench.reports.study import Row, Study
from m3bench.runs import RunFolder, final_attempts, read_run
from m3bench.runs.store.records import FinishedAttempt
from m3bench.scoring import METRICS
from tests.cli.command import run_command
from tests.reports.study.runs import attempt, write_journal, write_run

TASKS = 12
FIGURES = ("average", *METRICS)
DIGITS = 12
"""Intervals are sums in another order; everything else is the same to the bit."""


def lost(attempt: FinishedAttempt, status: Status = Status.SERVER_FAILURE) -> FinishedAttempt:
    trajectory = msgspec.structs.replace(attempt.trajectory, status=status)
    return msgspec.structs.replace(attempt, trajectory=trajectory, verdicts=None)


def repeated(path: Path, epochs: int, seed: int) -> None:
    """Give each task several attempts that differ."""
    folder, chance = RunFolder.open(path), random.Random(seed)
    record = msgspec.structs.replace(folder.manifest.recorded, epochs=epochs)
    folder.write_manifest(msgspec.structs.replace(folder.manifest, recorded=record))
    write_journal(
        folder,
        [
            FinishedAttempt(
                task_id=task.id,
                epoch=epoch,
                seconds=1.0,
                trajectory=attempt(task, chance, 0.4),
                verdicts=Verdicts(passed=chance.random() > 0.5),
            )
            for epoch in range(1, epochs + 1)
            for task in folder.tasks()
        ],
    )


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("runs")
    names = ("plain", "other", "unscored", "partial", "retried", "repeats", "more repeats")
    found = {
        name: write_run(folder / name, mistakes=0.4, seed=index, agent=name.replace(" ", "-"))
        for index, name in enumerate(names)
    }
    for name in ("unscored", "partial", "retried"):
        run = RunFolder.open(found[name])
        attempts = list(final_attempts(run.journal))
        if name == "unscored":
            attempts[:3] = [lost(attempt) for attempt in attempts[:3]]
        elif name == "partial":
            del attempts[8:]
        else:
            first = msgspec.structs.replace(lost(attempts[0]), final=False)
            attempts = [first, msgspec.structs.replace(attempts[0], number=2), *attempts[1:]]
        write_journal(run, attempts)
    repeated(found["repeats"], 3, 1)
    repeated(found["more repeats"], 3, 2)
    return found


@pytest.fixture(scope="module")
def scores(runs: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    target = tmp_path_factory.mktemp("scores") / "scores.json"
    found = {}
    for name, path in runs.items():
        run_command("score", str(path), "--json", str(target), "--encoder", "hashing", "--no-cache")
        found[name] = json.loads(target.read_text())
    return found


@pytest.fixture(scope="module")
def study(runs: dict[str, Path]) -> Study:
    paths = list(runs.values())
    scorer = make_scorer("typed", None, None, "hashing", cache=False, runs=paths)
    return make_study(load_study_runs(paths, scorer))


def row_of(study: Study, table: str, name: str) -> Row:
    return next(row for row in study.tables()[table].rows if row["run"] == name.replace(" ", "-"))


def test_the_report_has_the_figures_of_the_score(
    runs: dict[str, Path], scores: dict[str, dict[str, Any]], study: Study
) -> None:
    for name, path in runs.items():
        score, row = scores[name], row_of(study, "leaderboard", name)
        for key in ("success", "scored_success"):
            theirs = score["run"][key]
            assert (row[key], row[f"{key}_low"], row[f"{key}_high"]) == tuple(
                theirs[end] for end in ("estimate", "low", "high")
            ), (name, key)
        assert [row[key] for key in FIGURES] == [score["aggregate"][key] for key in FIGURES], name
        assert row["dropped"] == len(score["run"]["dropped"])
        result = read_run(path)
        assert (row["success"], row["scored_success"]) == (result.success, result.scored_success)
        for table in ("score_cost",):
            assert row_of(study, table, name)["success"] == row["success"]


def test_groups_add_up_to_the_whole(scores: dict[str, dict[str, Any]], study: Study) -> None:
    for name in scores:
        whole, agent = row_of(study, "leaderboard", name), name.replace(" ", "-")
        for table in ("levels", "hops", "threads"):
            rows = [row for row in study.tables()[table].rows if row["run"] == agent]
            passed = sum(row["success"] * row["attempts"] for row in rows)  # type: ignore[operator, misc]
            assert passed == pytest.approx(whole["success"] * whole["attempts"]), (name, table)  # type: ignore[operator]
            assert sum(row["attempts"] for row in rows) == whole["attempts"]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("one", "other"), [("plain", "other"), ("plain", "retried"), ("repeats", "more repeats")]
)
def test_a_comparison_has_the_figures_of_both_scores(
    runs: dict[str, Path], scores: dict[str, dict[str, Any]], tmp_path: Path, one: str, other: str
) -> None:
    found = compared(runs[one], runs[other], tmp_path)
    for side, name in (("a", one), ("b", other)):
        assert found["success"][side == "b"] == scores[name]["run"]["success"]
        assert found["metrics"]["success"][side] == scores[name]["run"]["success"]["estimate"]
        for key in FIGURES:
            assert found["metrics"][key][side] == scores[name]["aggregate"][key], (name, key)
    for row in found["metrics"].values():
        assert row["comparison"]["difference"] == pytest.approx(row["a"] - row["b"], abs=10**-DIGITS)


@pytest.mark.parametrize("name", ["unscored", "partial"])
def test_where_attempts_are_missing_success_is_still_the_same_and_the_rest_is_said_to_be_of_fewer(
    runs: dict[str, Path], scores: dict[str, dict[str, Any]], tmp_path: Path, name: str
) -> None:
    found = compared(runs["plain"], runs[name], tmp_path)
    assert found["success"] == [scores[run]["run"]["success"] for run in ("plain", name)]
    assert found["success_tasks"] == TASKS
    assert found["tasks"] == scores[name]["aggregate"]["tasks"] < TASKS
    for key in FIGURES:
        assert found["metrics"][key]["b"] == scores[name]["aggregate"][key]
    said = run_command("compare", *map(str, (runs["plain"], runs[name])), "--encoder", "hashing").stdout
    left_out = TASKS - found["tasks"]
    assert f"{left_out} of only one side are left out of all but Success" in said


def test_the_terminal_says_success_first(runs: dict[str, Path], scores: dict[str, dict[str, Any]]) -> None:
    said = run_command("score", str(runs["unscored"]), "--encoder", "hashing").stdout
    success, scored = (scores["unscored"]["run"][key]["estimate"] for key in ("success", "scored_success"))
    assert f"success: {success:.3f} (" in said
    assert f"success over the scored attempts: {scored:.3f}" in said
    heads = next(line for line in said.splitlines() if line.startswith("Family")).split()
    assert heads[:3] == ["Family", "Success", "Mean"]
    total = next(line for line in said.splitlines() if line.startswith("Total")).split()
    assert total[1] == f"{success:.3f}"
    assert total[2] == f"{scores['unscored']['aggregate']['average']:.3f}"


def test_runs_of_different_suite_versions_are_said_to_be(runs: dict[str, Path], tmp_path: Path) -> None:
    fewer = write_run(tmp_path / "fewer", mistakes=0.2, tasks=TASKS - 1)
    said = run_command("compare", str(runs["plain"]), str(fewer), "--encoder", "hashing").stdout
    assert "Tasks with the same name may differ." in said
    alike = run_command("compare", *map(str, (runs["plain"], runs["other"])), "--encoder", "hashing").stdout
    assert "warning" not in alike


def compared(a: Path, b: Path, folder: Path) -> Any:
    target = folder / "comparison.json"
    run_command("compare", str(a), str(b), "--json", str(target), "--encoder", "hashing", "--no-cache")
    return json.loads(target.read_text())
