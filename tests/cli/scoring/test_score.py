"""Planning failures on the command line, of a run with a scripted model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from m3bench.cli.app import app
from tests.reports.study.scripted_runs import written


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("runs"), "poor", (1.0, 1.0), kinds=(), labels=False)


def scored(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["score", *arguments, "--encoder", "hashing"])
    assert done.exit_code == 0, done.output
    return " ".join(done.output.split())


def test_planning_failures_are_counted_where_asked_for(run: Path, tmp_path: Path) -> None:
    said = scored(str(run), "--also", "planning", "--json", str(tmp_path / "scores.json"))
    assert "decomposition 2 in 1 task sequencing 1 in 1 task" in said
    scores = json.loads((tmp_path / "scores.json").read_text(encoding="utf-8"))
    (failure,) = scores["extras"]["spot"]["planning"]
    assert failure["failure"] == "state_tracking"
    assert "Planning failures" not in scored(str(run))


def test_an_explanation_names_them(run: Path) -> None:
    said = scored(str(run), "--explain", "visit")
    assert "Planning failures (1) conditional logic: the wrong branch was taken: it is warmer than" in said
