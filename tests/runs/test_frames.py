"""Runs, scores, explanations and comparisons as tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.reports import compare_reports
from m3bench.runs import ScoredRun, read_run, read_scored_run, run_scorer
from m3bench.scoring import explain
from tests.runs.jury import made_run


@pytest.fixture(scope="module")
def scored(tmp_path_factory: pytest.TempPathFactory) -> ScoredRun:
    path = made_run(tmp_path_factory.mktemp("frames"), 2)
    return read_scored_run(path, run_scorer([path], encoder="exact"))


def test_a_run_has_a_row_for_each_attempt(scored: ScoredRun) -> None:
    rows = scored.result.rows()
    assert [row["id"] for row in rows] == [task.id for task in scored.result.tasks]
    assert {row["scored"] for row in rows} == {True}
    assert rows[0]["calls"] == scored.result.trajectories[0].call_count
    assert scored.result.caption in scored.result._repr_html_()


def test_scores_are_joined_to_their_attempts(scored: ScoredRun) -> None:
    rows = scored.rows()
    assert [(row["id"], row["average"]) for row in rows] == [
        (task.id, task.metrics.average) for task in scored.report.tasks
    ]
    assert {tuple(row) for row in rows} == {tuple(rows[0])}
    assert rows[0]["family"] == scored.result.tasks[0].family
    assert "<table>" in scored._repr_html_()
    assert "<table>" in scored.report._repr_html_()


def test_explanations_and_comparisons_have_a_row_for_each_metric(scored: ScoredRun) -> None:
    scorer = run_scorer((), encoder="exact")
    explanation = explain(scorer, scored.result.trajectories[0], scored.result.tasks[0])
    assert {row["metric"] for row in explanation.rows()} >= {"recall", "precision"}
    assert explanation.score.id in explanation._repr_html_()
    compared = compare_reports(scored.report, scored.report, seed=0)
    assert {(row["difference"], row["better"]) for row in compared.rows()} == {(0.0, "tied")}
    assert "<table>" in compared._repr_html_()


def test_attempts_that_were_not_made_have_a_row_too(tmp_path: Path) -> None:
    path = made_run(tmp_path, 2)
    journal = path / "journal.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-1]))
    rows = read_run(path).rows()
    assert sorted(str(row["scored"]) for row in rows) == ["False", "True"]
    assert {tuple(row) for row in rows} == {tuple(rows[0])}
    assert all(row["why"] for row in rows if not row["scored"])
