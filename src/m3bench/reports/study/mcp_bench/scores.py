"""Tables 3 to 6: scores, rounds and calls, with all tasks, with one server, and with several."""

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
    published_effort,
    published_scores,
)
from m3bench.reports.study import columns
from m3bench.reports.study.leaderboard import ranked
from m3bench.reports.study.mcp_bench.runs import RubricRun
from m3bench.reports.study.table import Cell, Row, Table
from m3bench.reports.terminal import DIMENSION_OF, McpBenchMeans

_ALL = "all"
_NAMES = {
    _ALL: ("mcp_bench", "MCP-Bench: all tasks"),
    SINGLE: ("mcp_bench_single", "MCP-Bench: tasks with one server"),
    MULTIPLE: ("mcp_bench_multiple", "MCP-Bench: tasks with several servers"),
}
_SCHEMA = "schema_understanding"
_GROUPS = {SINGLE: f"{SINGLE}_", MULTIPLE: f"{MULTIPLE}_", _ALL: ""}
_WORDS = {SINGLE: "one server", MULTIPLE: "several servers", _ALL: "all tasks"}


def score_table(runs: Sequence[RubricRun], servers: str | None = None) -> Table | None:
    """Return the scores of the runs beside the paper's; None if no attempt has so many servers.

    With `servers`, they are those of tasks with a `single` server, or with `multiple` ones.
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
        columns.rate("mean", "Mean", "Mean over the judged attempts, from 0 to 1."),
        *(
            columns.count(_band(index), f"{low}–{high}", f"Attempts with a grade from {low} to {high}.")
            for index, (low, high) in enumerate(BANDS)
        ),
    )
    note = "A grade is the mean over all readings of an attempt, rounded."
    return columns.table("mcp_bench_bands", "Dimensions by band", listed, rows, note=note)


def _band(index: int) -> str:
    return "band_{}_{}".format(*BANDS[index])


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
    columns_of = {_SCHEMA: RATES, **{axis: [ours[name] for name in names] for axis, names in AXES.items()}}
    axes = {axis: sum(values[name] for name in names) / len(names) for axis, names in columns_of.items()}
    return {"run": model.model, **values, **axes, "published": True}


def _ranked(rows: Sequence[dict[str, Cell]]) -> list[Row]:
    """Sort rows by their overall score, and add ranks. Rows without one come last, without a rank."""
    scores = [value if isinstance(value := row.get(OVERALL), float) else -1.0 for row in rows]
    ordered = sorted(zip(scores, ranked(scores), rows, strict=True), key=lambda scored: -scored[0])
    return [{**row, "rank": rank if score >= 0 else None} for score, rank, row in ordered]


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
    columns.rate(OVERALL, "Overall", "Mean over the attempts of the mean of their four axes."),
    *(columns.share(name, *_SHORT[name]) for name in RATES),
    *(columns.rate(name, *_SHORT[name]) for name in JUDGED),
    *(columns.rate(name, *titles) for name, titles in _AXIS_TITLES.items()),
    columns.count("tasks", "Attempts", "Scored attempts."),
    columns.count("judged", "Judged", "Attempts with an overall score."),
    columns.PUBLISHED,
)


def effort_table(runs: Sequence[RubricRun]) -> Table:
    """Return the rounds and calls of the runs, and the paper's."""
    own: list[Row] = [
        {
            "run": run.name,
            **{
                f"{prefix}{key}": getattr(run.means.get(group), key, None)
                for group, prefix in _GROUPS.items()
                for key in ("rounds", "calls")
            },
            "published": False,
        }
        for run in runs
    ]
    theirs: list[Row] = [
        {"run": model.model, **model.values, "published": True} for model in published_effort()
    ]
    return columns.table("mcp_bench_effort", "Rounds and tool calls", _EFFORT, [*own, *theirs])


_EFFORT = (
    columns.RUN,
    *(
        columns.number(
            f"{prefix}{key}", f"{title}, {_WORDS[group]}", f"{meaning}, mean over attempts: {_WORDS[group]}."
        )
        for group, prefix in _GROUPS.items()
        for key, title, meaning in (("rounds", "Rounds", "Steps"), ("calls", "Tool calls", "Calls"))
    ),
    columns.PUBLISHED,
)
