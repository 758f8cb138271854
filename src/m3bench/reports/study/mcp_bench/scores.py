"""Tables 3, 4 and 5: the leaderboard, with all tasks, with one server, and with several."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.judges.kinds import AXES, BANDS
from m3bench.reports.published_mcp_bench import (
    JUDGED,
    MULTIPLE,
    OVERALL,
    RATES,
    SINGLE,
    PublishedModel,
    published_scores,
)
from m3bench.reports.study import columns
from m3bench.reports.study.leaderboard import ranked
from m3bench.reports.study.mcp_bench.runs import RubricRun
from m3bench.reports.study.table import Cell, Column, Kind, Row, Table
from m3bench.reports.terminal import DIMENSION_OF, McpBenchMeans

_ALL = "all"
_NAMES = {
    _ALL: ("mcp_bench", "MCP-Bench: all tasks"),
    SINGLE: ("mcp_bench_single", "MCP-Bench: tasks with one server"),
    MULTIPLE: ("mcp_bench_multiple", "MCP-Bench: tasks with several servers"),
}
_SCHEMA = "schema_understanding"
PUBLISHED = Column(
    key="published", title="Published", kind=Kind.FLAG, definition="From the paper.", shown=False
)


def score_table(runs: Sequence[RubricRun], servers: str | None = None) -> Table | None:
    """Return the scores of the runs beside the paper's; None if no attempt has so many servers.

    Args:
        runs: Judged runs.
        servers: Only tasks with a `single` server or with `multiple` ones.
    """
    group = servers or _ALL
    own = _ranked([_row(run, run.means[group]) for run in runs if group in run.means])
    if not own:
        return None
    name, title = _NAMES[group]
    theirs = _ranked([_published_row(model) for model in published_scores(servers)])
    note = "Published models are from MCP-Bench's paper, on its own tasks and servers, judged by o4-mini."
    return columns.table(name, title, _COLUMNS, [*own, *theirs], note=note)


def band_table(runs: Sequence[RubricRun]) -> Table:
    """Return in which bands of the rubric the attempts of each run are."""
    rows = [
        {
            "run": run.name,
            "dimension": columns.readable_name(name),
            "mean": run.means[_ALL].scores[name],
            **{_band(index): count for index, count in enumerate(counts)},
        }
        for run in runs
        for name, counts in run.means[_ALL].bands.items()
    ]
    listed = (
        columns.RUN,
        columns.text("dimension", "Dimension"),
        columns.number("mean", "Mean", "Mean over the judged attempts, from 0 to 1.", kind=Kind.SCORE),
        *(
            columns.count(_band(index), f"{low}–{high}", f"Attempts with a grade from {low} to {high}.")
            for index, (low, high) in enumerate(BANDS)
        ),
    )
    return columns.table(
        "mcp_bench_bands",
        "Dimensions by band",
        listed,
        rows,
        note="A grade is the mean over all readings of an attempt, rounded.",
    )


def _band(place: int) -> str:
    return "band_{}_{}".format(*BANDS[place])


def _row(run: RubricRun, means: McpBenchMeans) -> dict[str, Cell]:
    return {
        "run": run.name,
        "tasks": means.attempts,
        "judged": means.judged,
        **means.scores,
        **means.axes,
        OVERALL: means.overall,
        "published": False,
    }


def _published_row(model: PublishedModel) -> dict[str, Cell]:
    """Return a model of the paper. Its axes are the means of their printed columns."""
    values = model.values
    ours = {name: theirs for theirs, name in DIMENSION_OF.items()}
    judged = {axis: _mean([values[ours[name]] for name in names]) for axis, names in AXES.items()}
    axes = {_SCHEMA: _mean([values[name] for name in RATES]), **judged}
    return {"run": model.model, **values, **axes, "published": True}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _ranked(rows: Sequence[dict[str, Cell]]) -> list[Row]:
    """Sort rows by their overall score, and add ranks. Rows without one come last, without a rank."""
    scores = [value if isinstance(value := row.get(OVERALL), float) else -1.0 for row in rows]
    found = sorted(zip(scores, ranked(scores), rows, strict=True), key=lambda each: -each[0])
    return [{**row, "rank": place if score >= 0 else None} for score, place, row in found]


_SHORT = {
    "valid_tool_name": ("Valid tool name", "Share of the calls whose tool exists; mean over attempts."),
    "schema_compliance": ("Schema compliance", "Share of those whose arguments fit the tool's schema."),
    "execution_success": ("Execution success", "Share of the calls that were executed."),
    "task_fulfillment": ("Task fulfillment", "Judges: how much of the task is delivered."),
    "information_grounding": ("Information grounding", "Judges: how many claims rest on results."),
    "tool_appropriateness": ("Tool appropriateness", "Judges: how many tools suit their purpose."),
    "parameter_accuracy": ("Parameter accuracy", "Judges: how many calls have the right arguments."),
    "dependency_awareness": ("Dependency awareness", "Judges: how many dependencies were respected."),
    "parallelism_efficiency": ("Parallelism and efficiency", "Judges: little waste, much at once."),
}
_AXIS_TITLES = {
    _SCHEMA: ("Schema understanding", "Mean of the three rates."),
    "task_completion": ("Task completion", "Mean of task fulfillment and information grounding."),
    "tool_usage": ("Tool usage", "Mean of tool appropriateness and parameter accuracy."),
    "planning_effectiveness": (
        "Planning effectiveness",
        "Mean of dependency awareness, and parallelism and efficiency.",
    ),
}
_COLUMNS = (
    columns.RUN,
    columns.count("rank", "Rank", "By overall score; runs and published models are ranked apart."),
    columns.number(
        OVERALL, "Overall", "Mean over the attempts of the mean of their four axes.", kind=Kind.SCORE
    ),
    *(columns.number(name, *_SHORT[name], kind=Kind.SHARE) for name in RATES),
    *(columns.number(name, *_SHORT[name], kind=Kind.SCORE) for name in JUDGED),
    *(columns.number(name, *titles, kind=Kind.SCORE) for name, titles in _AXIS_TITLES.items()),
    columns.count("tasks", "Attempts", "Scored attempts."),
    columns.count("judged", "Judged", "Attempts with an overall score."),
    PUBLISHED,
)
