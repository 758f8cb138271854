"""`m3bench score --explain`: why one attempt has its score."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.cli.console import output, print_line
from m3bench.core import Task, Trajectory, UsageError
from m3bench.core.text import did_you_mean
from m3bench.reports import (
    given_fields,
    print_explanation,
    print_filled,
    print_integrity,
    print_planning_failures,
    print_verdicts,
)
from m3bench.runs import DropReason, RunResult, require_references
from m3bench.scoring import Scorer, ToolBook, explain, find_planning_failures


def print_run_explanation(scorer: Scorer, result: RunResult, name: str, tools: ToolBook) -> None:
    """Explain one attempt of a run: its checks, failed ones first, its form, and then its metrics."""
    print_integrity(output(), result.integrity)
    lost = next((attempt for attempt in result.dropped if attempt.id == name), None)
    if lost is not None and lost.why is not DropReason.UNDECIDED:
        why = ": ".join(filter(None, (lost.why.value.replace("_", " "), lost.detail)))
        print_line(f"{name} was not scored, and counts as failed: {why}")
        return
    task = _task(result.tasks, name)
    trajectory = next(attempt for attempt in result.trajectories if attempt.task_id == name)
    verdicts = result.verdicts.get(name)
    if verdicts is not None:
        print_verdicts(output(), task, verdicts, trajectory)
    print_filled(output(), task, given_fields(task, trajectory))
    if verdicts is not None and not task.references:
        output().print("The task has no reference, so its trajectory is not scored.")
        return
    _print_metrics(scorer, task, trajectory, tools)


def print_task_explanation(
    scorer: Scorer, tasks: Sequence[Task], predictions: Sequence[Trajectory], name: str
) -> None:
    """Explain the score of one prediction: its form, and then its metrics."""
    task = _task(tasks, name)
    prediction = next((trajectory for trajectory in predictions if trajectory.task_id == name), None)
    require_references([task], "Only trajectories with a reference can be explained.")
    print_filled(output(), task, None if prediction is None else given_fields(task, prediction))
    _print_metrics(scorer, task, prediction, ToolBook())


def _task(tasks: Sequence[Task], name: str) -> Task:
    task = next((task for task in tasks if task.id == name), None)
    if task is None:
        hint = did_you_mean(name, (task.id for task in tasks), f"The file has {len(tasks)} tasks.")
        raise UsageError(f"No reference has the id {name!r}.", hint)
    return task


def _print_metrics(scorer: Scorer, task: Task, prediction: Trajectory | None, tools: ToolBook) -> None:
    """Print both trajectories, their matches and the losses by metric. Known tools tell what calls make."""
    require_references([task], "Only trajectories with a reference can be explained.")
    explanation = explain(scorer, prediction, task)
    print_explanation(output(), explanation, scorer.profile)
    if prediction is not None:
        print_planning_failures(output(), find_planning_failures(explanation.score, prediction, task, tools))
