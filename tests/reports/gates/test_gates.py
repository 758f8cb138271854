"""Thresholds are read as written, and what was not scored never helps to reach one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Status, UsageError
from m3bench.reports import check_gates, gates_to_dict, read_thresholds, require_groups
from m3bench.reports.gates import METRIC_NAMES, Gate, Threshold
from m3bench.reports.gates.measured import Measured
from m3bench.runs import RunFolder, ScoredRun, final_attempts, read_run, read_scored_run, run_scorer
from tests.reports.dropped_runs import TASKS, ended, judged, run_of
from tests.reports.study.runs import write_journal


def scored(path: Path) -> ScoredRun:
    return read_scored_run(path, run_scorer([path], encoder="exact", cache=False))


def gates(path: Path, *texts: str) -> list[Gate]:
    report = scored(path)
    return list(check_gates(read_thresholds(texts), report.report, report.result))


# Reading


def test_thresholds_are_read() -> None:
    thresholds = read_thresholds(["success=0.5, mean=60%", "movies/Prec.=1", "m3/a b/L3/argsim=0"])
    assert [(threshold.name, threshold.least) for threshold in thresholds] == [
        ("success", 0.5),
        ("mean", 0.6),
        ("movies/precision", 1.0),
        ("m3/a b/L3/argument_similarity", 0.0),
    ]
    assert read_thresholds(None) == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sucess=0.5", "Did you mean success?"),
        ("zzz=0.5", "Metrics: success,"),
        ("success", "cannot be read"),
        ("=0.5", "cannot be read"),
        ("", "cannot be read"),
        ("success=half", "cannot be read"),
        ("success=nan", "from 0 to 1"),
        ("success=1e999", "from 0 to 1"),
        ("success=50", "from 0 to 1"),
        ("success=-0.1", "from 0 to 1"),
        ("success=0.5,Success=0.6", "twice"),
    ],
)
def test_wrong_thresholds_are_refused(text: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_thresholds([text])
    assert message in str(refused.value)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        thresholds = read_thresholds([text])
    except UsageError:
        return
    assert all(threshold.metric in METRIC_NAMES and 0 <= threshold.least <= 1 for threshold in thresholds)


# Comparing


def test_what_was_not_scored_counts_as_failed_or_zero(tmp_path: Path) -> None:
    path = run_of(tmp_path / "run", passed=TASKS, dropped=6)
    success, mean, share = gates(path, "success=0.75,mean=0.76,scored=0.75")
    assert (success.is_met, success.measured.value) == (True, 0.75)
    assert mean.measured.scored_only == pytest.approx(1.0)
    assert not mean.is_met
    assert mean.measured.value == pytest.approx(0.75)
    assert mean.line == (
        "gate NOT met: mean 0.750 < 0.76 (6 of 24 attempts not scored, counted as zero; 1.000 without them)"
    )
    assert share.is_met
    assert [record["met"] for record in gates_to_dict([success, mean])] == [True, False]


def test_undecided_attempts_fail_success_and_are_scored_otherwise(tmp_path: Path) -> None:
    path = run_of(tmp_path / "run", passed=TASKS)
    folder = RunFolder.open(path)
    first, *others = final_attempts(folder.journal)
    write_journal(folder, [judged(first, passed=False, undecided=True), *others])
    success, mean = gates(path, "success=0.96,mean=1")
    assert (success.is_met, mean.is_met) == (False, True)


def test_a_run_without_a_scored_attempt_meets_no_gate(tmp_path: Path) -> None:
    path = run_of(tmp_path / "run", passed=0, dropped=TASKS)
    gates = check_gates(read_thresholds(["success=0,mean=0,scored=0,coverage=0"]), None, read_run(path))
    assert [gate.is_met for gate in gates] == [True, False, True, False]
    assert gates[1].line == "gate NOT met: mean was not measured, 0 needed"
    assert not check_gates(read_thresholds(["success=0.1"]), None, read_run(path))[0].is_met


@pytest.mark.parametrize("value", [None, float("nan")])
def test_what_is_no_number_is_below_every_threshold(value: float | None) -> None:
    assert not Gate(Threshold("mean", 0.0), Measured(value, 1)).is_met


def test_rounding_does_not_fail_a_gate() -> None:
    assert Gate(Threshold("mean", 0.3), Measured(0.1 + 0.2 - 1e-12, 1)).is_met
    assert not Gate(Threshold("mean", 0.3), Measured(0.2999, 1)).is_met


def test_a_family_has_gates_of_its_own(tmp_path: Path) -> None:
    path = run_of(tmp_path / "run", passed=TASKS)
    folder = RunFolder.open(path)
    family = folder.tasks()[0].family
    attempts = [
        ended(attempt, Status.SERVER_FAILURE) if attempt.trajectory.family == family else attempt
        for attempt in final_attempts(folder.journal)
    ]
    write_journal(folder, attempts)
    others = sorted({task.family for task in folder.tasks() if task.family} - {family})
    lost, kept, mean = gates(path, f"{family}/success=0.01", f"{others[0]}/success=1,{others[0]}/mean=1")
    assert (lost.is_met, kept.is_met, mean.is_met) == (False, True, True)
    assert lost.measured.attempts == lost.measured.unscored
    require_groups(read_thresholds([f"{family}/mean=1"]), folder.tasks())
    with pytest.raises(UsageError, match="no task is of the family or level"):
        require_groups(read_thresholds(["ships/mean=1"]), folder.tasks())
