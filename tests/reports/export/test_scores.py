from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pyarrow.parquet
import pytest

from m3bench.checks import Verdicts
from m3bench.core import FormatError, MissingExtraError, Task, Trajectory
from m3bench.reports import (
    is_scores_file,
    read_scores,
    read_successes,
    report_to_dict,
    rows,
    run_to_dict,
    strict_successes,
    write_csv,
    write_json,
    write_parquet,
)
from m3bench.runs import DroppedAttempt, DropReason, RunResult, run_settings
from m3bench.scoring import METRICS, Scorer, ScoreReport, measure_extras


def test_json_holds_everything_and_reads_back(report: ScoreReport, tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    write_json(report, path)
    document = json.loads(path.read_text())
    assert document["aggregate"]["recall"] == report.total.metrics.recall
    assert document["missing"] == ["harbour-2"]
    assert document["encoder"]["fingerprint"] == report.encoder_fingerprint
    assert [record["id"] for record in document["per_id"]] == [task.id for task in report.tasks]
    assert len(document["per_id"][0]["matches"]) == len(report.tasks[0].matches)
    assert is_scores_file(path)
    again = read_scores(path)
    assert again.tasks == report.tasks
    assert again.families == report.families


def test_csv_parquet_and_json_agree(report: ScoreReport, tmp_path: Path) -> None:
    write_csv(report, tmp_path / "scores.csv")
    write_parquet(report, tmp_path / "scores.parquet")
    with (tmp_path / "scores.csv").open(newline="", encoding="utf-8") as file:
        from_csv = list(csv.DictReader(file))
    from_parquet = pyarrow.parquet.read_table(tmp_path / "scores.parquet").to_pylist()
    expected = list(rows(report))
    assert from_parquet == expected
    assert [row["id"] for row in from_csv] == [row["id"] for row in expected]
    for name in (*METRICS, "average"):
        assert [float(row[name]) for row in from_csv] == [row[name] for row in expected]


def test_the_released_profile_speaks_the_released_names(
    scorer: Scorer, example: tuple[list[Task], list[Trajectory]]
) -> None:
    tasks, predictions = example
    report = Scorer("m3-released", scorer.encoder).score_many(predictions, tasks)
    document = report_to_dict(report)
    assert document["aggregate"]["num_ids"] == 4
    assert document["aggregate"]["order_consistency_cov"] == report.total.metrics.order_consistency
    assert document["per_id"][0]["matches"][0]["gt_call_index"] == 0
    assert "num_ids" not in report_to_dict(scorer.score_many(predictions, tasks))["aggregate"]


def test_extras_go_into_the_json(
    report: ScoreReport, example: tuple[list[Task], list[Trajectory]], tmp_path: Path
) -> None:
    tasks, predictions = example
    extras = measure_extras(report, predictions, tasks, match=True, structure=True)
    write_json(report, tmp_path / "scores.json", extras)
    document = json.loads((tmp_path / "scores.json").read_text())
    assert document["extras"]["orchard-2"]["match"]["any_order_match"] == 1.0
    assert "harbour-2" not in document["extras"]
    assert "rules" not in document["extras"]["orchard-2"]


def test_parquet_says_what_is_missing(
    report: ScoreReport, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"m3bench\[parquet\]"):
        write_parquet(report, tmp_path / "scores.parquet")


def test_files_that_are_no_scores(report: ScoreReport, tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    assert not is_scores_file(path)
    path.write_text("[]")
    assert not is_scores_file(path)
    document = report_to_dict(report)
    path.write_text(json.dumps({**document, "version": 99}))
    with pytest.raises(FormatError, match="layout version 99, expected 1"):
        read_scores(path)
    path.write_text(json.dumps({**document, "per_id": [{"id": "a"}]}))
    with pytest.raises(FormatError, match="incomplete scores file"):
        read_scores(path)


def of_run(report: ScoreReport, example: tuple[list[Task], list[Trajectory]]) -> RunResult:
    """The example as a run: the first task passes, one is undecided, another was never made."""
    tasks, predictions = example
    first, second, *_ = [task.id for task in report.tasks]
    return RunResult(
        name="run",
        settings=run_settings(suite="s", agent="a"),
        tasks=tasks,
        trajectories=predictions,
        verdicts={first: Verdicts(passed=True), second: Verdicts(undecided=True)},
        has_checks=True,
        dropped=(
            DroppedAttempt(id=second, family="x", why=DropReason.UNDECIDED),
            DroppedAttempt(id="new", family="y", why=DropReason.NOT_ATTEMPTED),
        ),
        open=1,
        evidence={first: 0.5},
    )


def test_a_run_adds_what_was_measured_of_it_and_no_empty_column(
    report: ScoreReport, example: tuple[list[Task], list[Trajectory]], tmp_path: Path
) -> None:
    result = of_run(report, example)
    write_csv(report, tmp_path / "scores.csv", result)
    write_parquet(report, tmp_path / "scores.parquet", result)
    with (tmp_path / "scores.csv").open(newline="", encoding="utf-8") as file:
        first, second, *_ = csv.DictReader(file)
    assert (first["success"], first["evidence_recall"]) == ("True", "0.5")
    assert (second["success"], second["evidence_recall"]) == ("", "")
    assert "grounded" not in first
    assert pyarrow.parquet.read_table(tmp_path / "scores.parquet").to_pylist() == list(rows(report, result))
    assert not {"success", "evidence_recall", "grounded"} & set(next(rows(report)))


def test_which_attempts_passed_reads_back_from_the_json(
    report: ScoreReport, example: tuple[list[Task], list[Trajectory]], tmp_path: Path
) -> None:
    result = of_run(report, example)
    write_json(report, tmp_path / "run.json", run=run_to_dict(result))
    successes = read_successes(tmp_path / "run.json")
    assert successes == strict_successes(result)
    assert successes is not None
    assert list(successes.passed.values()) == [True, False, False]
    write_json(report, tmp_path / "bare.json")
    assert read_successes(tmp_path / "bare.json") is None
