"""Somebody asks why an attempt failed: `m3bench score RUN --explain ATTEMPT`."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.runs import read_run
from tests.users.six_runs import FOUND, invoked, six_runs


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {path.name: path for path in six_runs(tmp_path_factory.mktemp("runs"), families=1)}


def explained(run: Path, *, passed: bool) -> str:
    name = next(name for name, success in read_run(run).strict.items() if success is passed)
    return invoked("score", str(run), "--explain", name, "--encoder", "hashing")


def test_failed_checks_come_first_with_what_was_found_and_expected(runs: dict[str, Path]) -> None:
    said = explained(runs["hasty"], passed=False)
    assert said.splitlines()[0].endswith(": failed")
    assert said.splitlines()[1].strip() == f"✗ answer_names: {FOUND}."
    assert said.splitlines()[2].strip() == "= 1 check passed: called"
    assert said.index("Losses by metric") > said.index(FOUND)


def test_what_passed_says_so_and_has_no_failures(runs: dict[str, Path]) -> None:
    said = explained(runs["careful"], passed=True)
    assert said.splitlines()[0].endswith(": passed")
    assert "✗ answer_names" not in said
    assert "= 2 checks passed: called, answer_names" in said


def test_an_attempt_that_a_server_failed_is_explained_as_such(runs: dict[str, Path]) -> None:
    lost = read_run(runs["unlucky-3"]).dropped[0].id
    said = invoked("score", str(runs["unlucky-3"]), "--explain", lost, "--encoder", "hashing")
    assert said == f"{lost} was not scored, and counts as failed: server failure: HTTP 503\n"
