from __future__ import annotations

from rich.console import Console

from m3bench.core import Call, Step, Task, Trajectory
from m3bench.reports import print_explanation, print_extras, print_report
from m3bench.scoring import RuleChecker, Scorer, ScoreReport, explain, measure_extras, read_tools
from tests.reports.conftest import text_of
from tests.scoring.strategies import task, trajectory

Example = tuple[list[Task], list[Trajectory]]


def test_the_table_has_families_total_and_what_is_missing(console: Console, report: ScoreReport) -> None:
    print_report(console, report)
    text = text_of(console)
    heads, market, *_ = text.splitlines()
    assert heads.split() == [
        "Family",
        "Mean",
        "Recall",
        "Prec.",
        "ArgSim",
        "StepCo",
        "Order",
        "Merge",
        "Tasks",
    ]
    assert market.startswith("market  0.723  0.800")
    assert market.endswith("  2")
    assert next(line for line in text.splitlines() if line.startswith("Total")).split()[2] == "0.636"
    assert "95 % interval (3 families, few)" in text
    assert "1 task without a prediction, scored zero: harbour-2" in text
    assert max(map(len, text.splitlines())) <= 80


def test_long_lists_of_ids_are_cut(console: Console, scorer: Scorer) -> None:
    steps = (Step((Call("a/b", None),)),)
    tasks = [task(steps, task_id=f"t{number}") for number in range(40)]
    odd = [trajectory(steps, task_id=f"t{number}") for number in range(20)]
    strange = [trajectory(steps, task_id="[bold]x[/bold]")]
    print_report(console, scorer.score_many([*odd, *strange], tasks))
    text = text_of(console)
    assert "20 tasks without a prediction, scored zero: t20, t21" in text
    assert "and 8 more (all in --json)" in text
    assert "… and notes on 8 more tasks" in text
    assert "[bold]x[/bold]" in text


def test_the_explanation_fits_80_columns(console: Console, scorer: Scorer, example: Example) -> None:
    tasks, predictions = example
    predicted = {prediction.task_id: prediction for prediction in predictions}
    for reference in tasks:
        explanation = explain(scorer, predicted.get(reference.id), reference)
        print_explanation(console, explanation, scorer.profile)
    text = text_of(console)
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text
    for expected in (
        "[1] shop/search_products",
        "→ [1] = 0.968",
        "✗ unmatched",
        "[6] step 4 reddit/search: the reference never calls this tool",
        "- reference step 1 is split over predicted steps 1, 2",
        "This task has no prediction.",
    ):
        assert expected in text


def test_hostile_text_cannot_steer_the_terminal(console: Console, scorer: Scorer) -> None:
    nasty = (Step((Call("a/b\x1b[31m", {"x": "\x1b[2J\u202e[red]", "y": "z" * 100_000}), Call("", "\x07"))),)
    print_explanation(console, explain(scorer, trajectory(nasty), task(nasty)), scorer.profile)
    text = text_of(console)
    assert not {"\x1b", "\x07", "\u202e"} & set(text)
    assert len(text) < 20_000


def test_which_reference_was_used_is_said(console: Console, scorer: Scorer) -> None:
    steps, other = (Step((Call("a/b"),)),), (Step((Call("c/d"),)),)
    print_explanation(console, explain(scorer, trajectory(other), task(steps, other)), scorer.profile)
    assert "Scored against reference 2, the best of 2." in text_of(console)


def test_extras_are_shown_with_their_denominators(
    console: Console, report: ScoreReport, example: Example
) -> None:
    tasks, predictions = example
    tools = read_tools({"maps": [{"name": "geocode", "inputSchema": {"required": ["query"]}}]})
    extras = measure_extras(report, predictions, tasks, match=True, structure=True, rules=RuleChecker(tools))
    print_extras(console, extras)
    text = text_of(console)
    lines = [" ".join(line.split()) for line in text.splitlines()]
    for expected in (
        "any order match 0.250",
        "valid tool names 0.125 (2 of 16)",
        "execution success unknown (0 calls)",
        "calls with a result 0 of 16",
    ):
        assert expected in lines
