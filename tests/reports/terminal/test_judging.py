"""What a person reads of judgements."""

from __future__ import annotations

import io
from datetime import UTC, datetime

from rich.console import Console

from m3bench import score_many
from m3bench.core import Task, Trajectory, Usage
from m3bench.judges import Judgement
from m3bench.reports.terminal.judging import judged_to_dict, print_judged
from m3bench.reports.terminal.judging_columns import judge_columns
from m3bench.reports.terminal.judging_progress import LiveJudging, print_estimate
from m3bench.runs import Estimate, JudgedRun
from m3bench.runs.judging.costs import JudgeCost
from m3bench.runs.judging.scores import summarize_judgements
from m3bench.runs.store.judgements import History, Panel, history
from m3bench.runs.store.judgements import JudgementRecord as Line
from tests.runs.sums import sums_task

JUDGES = ("openai/gpt-5", "google/gemini-2.5-pro", "x-ai/grok-4")
TASKS = [sums_task(number) for number in range(3)]


def said(task: Task, judge: str, prompt: str, share: float | None) -> Line:
    scores = {
        "completion": {"planning": 3 * (share or 0), "process": 3 * (share or 0), "result": 4 * (share or 0)},
        "grounding": {"grounding": share or 0.0},
    }[prompt]
    judgement = Judgement(
        case=task.id,
        judge=judge,
        prompt=f"{prompt}@1",
        input=task.id,
        scores=None if share is None else scores,
        problem="" if share is not None else "it is [no] JSON",
        usage=Usage(10, 1, 1, None if judge.startswith("x-ai") else 0.5),
    )
    return Line(judgement=judgement)


def judged_history(shares: tuple[float | None, ...], tasks: int) -> History:
    """The first tasks, judged alike by both prompts."""
    prompts = ("completion", "grounding")
    panel = Panel(
        created=datetime(2026, 1, 1, tzinfo=UTC), judges=JUDGES, prompts=tuple(f"{p}@1" for p in prompts)
    )
    lines = [
        said(task, judge, prompt, share)
        for task in TASKS[:tasks]
        for prompt in prompts
        for judge, share in zip(JUDGES, shares, strict=True)
    ]
    return history([panel, *lines])


def judged(
    shares: tuple[float | None, ...], tasks: int = 2, model: str | None = "openai/gpt-4o"
) -> JudgedRun:
    trajectories = [Trajectory(task_id=task.id, steps=task.references[0].steps) for task in TASKS]
    return summarize_judgements(judged_history(shares, tasks), trajectories, model)


def shown(judged_run: JudgedRun, *, scored: bool = True) -> str:
    predictions = [Trajectory(task_id=task.id, steps=task.references[0].steps) for task in TASKS]
    report = score_many(predictions, TASKS, encoder="exact") if scored else None
    console = Console(file=io.StringIO(), width=120)
    print_judged(console, judged_run, judge_columns(judged_run, TASKS, report))
    return " ".join(console.file.getvalue().split())  # type: ignore[attr-defined]


def test_columns_averages_and_what_is_not_judged_yet() -> None:
    text = shown(judged((0.2, 0.4, 0.9)))
    assert "Family Tasks Judged TaskComp InfoGrnd Avg. 8" in text
    # Two of three are judged, at 0.4 each; all six metrics of a perfect run are 1.
    assert "Total 3 2 0.400 0.400 0.850" in text
    assert "Without Task Completion, as in the paper's table over all tasks: 0.914" in text
    assert "Task Completion: 1 attempts are not judged yet" in text
    assert "0 of 12 judgements are missing" in text


def test_without_scores_there_is_no_average() -> None:
    text = shown(judged((0.2, 0.4, 0.9)), scored=False)
    assert "Avg. 8" not in text
    assert "Total 3 2 0.400 0.400" in text


def test_the_doubt_is_shown() -> None:
    text = shown(judged((0.2, 0.4, 0.9)))
    assert "Task Completion: task completion judges 0.70 0.70 sum-0000" in text
    assert (
        "relative to the other judges: openai/gpt-5 -0.45, google/gemini-2.5-pro -0.15, x-ai/grok-4 +0.60"
        in text
    )
    assert "warning: openai/gpt-5 and the judged model are both from openai" in text
    assert "took 12 requests and $4.0000 in total, and an unknown price for x-ai/grok-4" in text
    assert "warning" not in shown(judged((0.2, 0.4, 0.9), model=None))


def test_what_is_missing_is_told_and_is_no_zero() -> None:
    judged_run = judged((0.2, None, 0.9), tasks=3)
    text = shown(judged_run)
    assert "Total 3 0 – –" in text
    assert "6 of 18 judgements are missing and excluded from all means" in text
    assert "google/gemini-2.5-pro: it is [no] JSON" in text
    document = judged_to_dict(judged_run, judge_columns(judged_run, TASKS))
    assert document["aggregate"]["completion"] == {
        "value": None,
        "count": 0,
        "missing": 3,
        "missing_judgements": 3,
    }
    assert document["per_id"]["sum-0001"]["task_completion"]["score"] is None
    assert document["same_vendor"] == {"openai/gpt-5": "openai"}


def watched(width: int = 100) -> tuple[LiveJudging, io.StringIO]:
    text = io.StringIO()
    return LiveJudging(Console(file=text, width=width)), text


def test_progress_is_a_line_at_every_tenth_and_each_reason_once() -> None:
    watcher, text = watched()
    with watcher:
        watcher.began(20, 5)
        watcher.spent(Usage(10, 10, 1, 0.25))
        for number in range(20):
            watcher.judged(said(TASKS[0], JUDGES[0], "grounding", None if number < 3 else 0.5).judgement)
    lines = text.getvalue().splitlines()
    assert lines[0] == "5 of 25 judgements are already done"
    assert sum("missing: sum-0000" in line for line in lines) == 1
    assert sum(line.startswith("[") for line in lines) == 10
    assert lines[-1] == "[20/20] judged, 3 missing, 20 tokens, $0.2500"


def test_an_estimate_says_what_is_unknown() -> None:
    console = Console(file=io.StringIO(), width=200)
    costs = {"a/x": JudgeCost(4, 1000, 1600, 0.5), "b/y": JudgeCost(4, 1000, 1600, None)}
    print_estimate(console, Estimate(costs, 3))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "about 8 requests to 2 judges, 3 more are cached or cannot be judged" in text
    assert "b/y: 4 requests, 1,000 tokens in and about 1,600 out: price unknown" in text
    assert "estimated cost: $0.5000, plus an unknown price for b/y" in text
