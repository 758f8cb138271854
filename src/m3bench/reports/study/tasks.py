"""One row per scored attempt, with all of its data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m3bench.reports.study import columns
from m3bench.reports.study.budgets import taken
from m3bench.reports.study.planning import planning_cells, planning_columns
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.self_review import SELF_REVIEW_COLUMN, self_review_cells
from m3bench.reports.study.table import Cell, Kind, Row, Section
from m3bench.runs import shown_cameras
from m3bench.scoring import TaskScore


def tasks_section(runs: Sequence[StudyRun]) -> Section:
    return Section(
        name="tasks",
        title="Tasks",
        intro="Every scored attempt.",
        tables=(columns.table("tasks", "Every scored attempt", _COLUMNS, _rows(runs), shown=False),),
    )


def _rows(runs: Sequence[StudyRun]) -> Iterator[Row]:
    for run in runs:
        for score in run.report.tasks:
            yield {
                "run": run.name,
                **_scored(run, score),
                **planning_cells(run, score.id),
                **self_review_cells(run, score.id),
                **_judged(run, score.id),
                **_taken(run, score.id),
            }


def _scored(run: StudyRun, score: TaskScore) -> dict[str, Cell]:
    task, trajectory = run.tasks[score.id], run.trajectories.get(score.id)
    return {
        "id": score.id,
        **columns.cells(score, "family", "reference_calls"),
        **columns.cells(task, "level", "difficulty", "kind"),
        "camera": ", ".join(shown_cameras(task, run.result.settings.suite.pictures)) or None,
        **columns.cells(run.shapes[score.id], "hops", "threads"),
        "status": columns.readable_name(trajectory.status.value) if trajectory else None,
        **columns.metric_cells(score.metrics),
        "success": run.passed(score.id),
        "grounded": run.result.grounded.get(score.id),
        "evidence": run.result.evidence.get(score.id),
        "mistakes": len(run.mistakes.get(score.id, ())),
        "matched": len(score.matches),
    }


def _judged(run: StudyRun, task_id: str) -> dict[str, Cell]:
    if run.judged is None or run.columns is None:
        return {}
    completion, grounding = run.judged.completion.get(task_id), run.judged.grounding.get(task_id)
    return {
        "completion": completion.score if completion else None,
        "grounding": grounding.score if grounding else None,
        "average_of_eight": run.columns.averages.get(task_id),
    }


def _taken(run: StudyRun, task_id: str) -> dict[str, Cell]:
    trajectory = run.trajectories.get(task_id)
    return taken(run, trajectory) if trajectory else {}


_COLUMNS = (
    columns.RUN,
    columns.text("id", "Task"),
    columns.FAMILY,
    columns.text("level", "Level"),
    columns.text("difficulty", "Difficulty"),
    columns.text("kind", "Kind"),
    columns.text("camera", "Camera", "Camera level of the pictures that the agent got."),
    columns.count("hops", "Hops", "Calls in the reference's longest chain."),
    columns.count("threads", "Threads", "The reference's most parallel calls."),
    columns.text("status", "Status", "How the attempt ended."),
    columns.flag("success", "Success", "The attempt passes all checks."),
    *(column for column in columns.metric_columns() if column.key != "success"),
    columns.flag(
        "grounded", "Grounded", "The attempt succeeds, and all claimed values appeared in a result before."
    ),
    columns.score("evidence"),
    columns.score("completion"),
    columns.score("grounding"),
    columns.rate("average_of_eight", "Mean of eight", "Six metrics and both judged columns."),
    columns.count("mistakes", "Errors", "Agent errors of all kinds in the taxonomy."),
    *planning_columns(),
    SELF_REVIEW_COLUMN,
    columns.count("reference_calls", "In reference", "Calls in the reference."),
    columns.count("matched", "Matched", "Calls that match a reference call."),
    columns.count("steps", "Steps", "Steps taken."),
    columns.count("calls", "Calls", "Calls made."),
    columns.count("input_tokens", "Input tokens", "Tokens sent to the model."),
    columns.count("output_tokens", "Output tokens", "Tokens written by the model."),
    columns.count("requests", "Requests", "Requests to the model."),
    columns.number("cost", "Cost", "US dollars.", kind=Kind.COST),
    columns.number("seconds", "Seconds", "Duration of the attempt.", kind=Kind.SECONDS),
)
