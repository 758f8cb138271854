"""Somebody runs six tasks three times each, and reads how sure the result is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.users.six_runs import invoked, six_runs

ENCODER = ("--encoder", "hashing")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {path.name: path for path in six_runs(tmp_path_factory.mktemp("runs"), families=1)}


def test_score_says_how_many_tasks_there_are_and_what_repeating_them_showed(runs: dict[str, Path]) -> None:
    said = invoked("score", str(runs["middling-3"]), *ENCODER)
    assert "of 18 attempts at 6 tasks pass all checks" in said
    assert "pass@3 " in said
    assert "pass^3 " in said
    assert "of 6 tasks flip" in said
    assert "Merge Attempts" in said
    assert "95 % interval (6 tasks of" in said
    once = invoked("score", str(runs["middling"]), *ENCODER)
    assert "pass@" not in once
    assert "Merge Tasks" in once


def test_attempts_that_agree_make_nobody_surer(runs: dict[str, Path], tmp_path: Path) -> None:
    """The interval of 18 attempts is that of more than 6 and of fewer than 18 independent ones."""
    for name in ("careful-3", "middling-3", "unlucky-3"):
        file = tmp_path / f"{name}.json"
        invoked("score", str(runs[name]), "--json", str(file), *ENCODER)
        success = json.loads(file.read_text(encoding="utf-8"))["run"]["success"]
        assert success["tasks"] == 6
        assert 6 <= success["effective"] <= 18


def test_compare_counts_tasks_and_attempts_by_their_names(runs: dict[str, Path]) -> None:
    said = invoked("compare", str(runs["careful-3"]), str(runs["middling-3"]), *ENCODER)
    assert "share of 18 attempts at 6 tasks" in said
    assert "18 scored attempts at 6 tasks in common" in said
    assert "permutation test over 6 tasks" in said
    assert said.count("of 6 tasks flip") == 2
    row = next(line for line in said.splitlines() if line.startswith("Success "))
    assert sum(int(count) for count in row.split()[7].split("/")) == 6


def test_files_of_scores_are_compared_as_their_runs_are(runs: dict[str, Path], tmp_path: Path) -> None:
    files = []
    for name in ("careful-3", "middling-3"):
        files.append(str(tmp_path / f"{name}.json"))
        invoked("score", str(runs[name]), "--json", files[-1], *ENCODER)
    of_runs = invoked("compare", str(runs["careful-3"]), str(runs["middling-3"]), *ENCODER)
    of_files = invoked("compare", *files)
    assert of_files.partition("Success:")[2] == of_runs.partition("Success:")[2]
