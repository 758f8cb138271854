from __future__ import annotations

import json

import pytest
from rich.console import Console

from m3bench.core import Call, Step, Task, Trajectory, UsageError
from m3bench.reports import Successes, compare_reports, comparison_to_dict, print_comparison
from m3bench.scoring import Scorer, ScoreReport
from tests.reports.conftest import text_of
from tests.scoring.strategies import task, trajectory


def test_a_report_ties_with_itself(console: Console, report: ScoreReport) -> None:
    comparison = compare_reports(report, report, seed=0)
    assert {row.comparison.verdict for row in comparison.metrics.values()} == {"tied"}
    assert comparison.largest == ()
    print_comparison(console, comparison, ("a.json", "b.json"))
    assert "tied" in text_of(console)


def test_a_lead_in_many_families_is_named_after_the_correction(console: Console, scorer: Scorer) -> None:
    steps = (Step((Call("a/b", {"city": "Lyon"}),)), Step((Call("a/c"),)))
    tasks = [task(steps, task_id=f"t{number}", family=f"f{number}") for number in range(12)]
    whole = scorer.score_many([trajectory(steps, task.id) for task in tasks], tasks)
    half = scorer.score_many([trajectory(steps[:1], task.id) for task in tasks], tasks)
    passed = Successes({task.id: True for task in tasks}, {task.id: task.family for task in tasks})
    failed = Successes(dict.fromkeys(passed.passed, False), passed.families)
    comparison = compare_reports(whole, half, seed=0, successes=(passed, failed))
    assert list(comparison.metrics)[:2] == ["success", "average"]
    recall = comparison.metrics["recall"].comparison
    assert recall.p_value == 2 / 2**12
    assert recall.adjusted == pytest.approx(recall.p_value * 8)
    assert (recall.verdict, comparison.metrics["precision"].comparison.verdict) == ("A", "tied")
    print_comparison(console, comparison, ("whole", "half"))
    text = text_of(console)
    assert "A  1.000  (95 % interval 0.758 to 1.000)" in text
    assert text.index("Success:") < text.index("Metric")
    assert "adjusted by Holm's method for 8 tests" in text
    assert "too few" not in text
    assert max(map(len, text.splitlines())) <= 80


def test_the_largest_differences_are_listed(
    console: Console, report: ScoreReport, scorer: Scorer, example: tuple[list[Task], list[Trajectory]]
) -> None:
    tasks, _ = example
    perfect = [Trajectory(task_id=task.id, steps=task.references[0].steps) for task in tasks]
    comparison = compare_reports(scorer.score_many(perfect, tasks), report, seed=0)
    assert comparison.metrics["recall"].a == 1.0
    assert comparison.metrics["recall"].comparison.difference == pytest.approx(1 - 0.636, abs=1e-3)
    assert comparison.largest[0][0] == "harbour-2"
    print_comparison(console, comparison, ("perfect", "example"))
    text = text_of(console)
    assert "Recall  1.000  0.636  +0.364" in text
    assert "families are too few for a significant result" in text
    assert max(map(len, text.splitlines())) <= 80
    assert json.loads(json.dumps(comparison_to_dict(comparison, ("x", "y"))))["metrics"]["recall"]["a"] == 1.0


def test_tasks_of_one_side_only_are_named(console: Console, scorer: Scorer) -> None:
    steps = (Step((Call("a/b"),)),)
    both, only = task(steps, task_id="both"), task(steps, task_id="only")
    report = scorer.score_many([trajectory(steps, "both")], [both])
    other = scorer.score_many([trajectory(steps, "both")], [both, only])
    print_comparison(console, compare_reports(report, other, seed=0), ("1", "2"))
    assert "1 tasks only in B, not compared: only" in text_of(console)
    with pytest.raises(UsageError, match="no task in common"):
        compare_reports(report, scorer.score_many([trajectory(steps, "only")], [only]), seed=0)
