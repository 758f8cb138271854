"""Results in MCP-Bench's paper: twenty models, on tasks of one and of several servers."""

from __future__ import annotations

from functools import cache

import msgspec

from m3bench.reports.published import data_rows

SINGLE, MULTIPLE = "single", "multiple"
RATES = ("valid_tool_name", "schema_compliance", "execution_success")
JUDGED = (
    "task_fulfillment",
    "information_grounding",
    "tool_appropriateness",
    "parameter_accuracy",
    "dependency_awareness",
    "parallelism_efficiency",
)
OVERALL = "overall_score"


class PublishedModel(msgspec.Struct, frozen=True):
    """A model's row in a table of scores, by column."""

    model: str
    values: dict[str, float]


class PublishedJudging(msgspec.Struct, frozen=True):
    """One way of judging: how much judges differ, and how far people agree with them."""

    method: str
    variation: float
    human_agreement: float
    """From 0 to 2."""
    difference: float | None
    """The mean distance of judges and people; None if the paper has none."""


@cache
def published_scores(servers: str | None = None) -> tuple[PublishedModel, ...]:
    """Return the models of the leaderboard, the best first.

    Args:
        servers: Only tasks of a `single` server, or of `multiple` ones.
    """
    rows = data_rows("mcp_bench") if servers is None else data_rows("mcp_bench_servers")
    models = [_model(row) for row in rows if servers is None or row["servers"] == servers]
    return tuple(sorted(models, key=lambda model: -model.values[OVERALL]))


@cache
def published_effort() -> tuple[PublishedModel, ...]:
    """Return the average rounds and calls of each model."""
    return tuple(_model(row) for row in data_rows("mcp_bench_effort"))


@cache
def published_judging() -> tuple[PublishedJudging, ...]:
    """Return the judging without and with shuffling and averaging."""
    rows = [{key: text or None for key, text in row.items()} for row in data_rows("mcp_bench_judging")]
    return msgspec.convert(rows, tuple[PublishedJudging, ...], strict=False)


@cache
def published_planning() -> dict[str, dict[str, float]]:
    """Return the shares of the planning failures by model."""
    return {model.model: model.values for model in map(_model, data_rows("mcp_bench_planning"))}


def _model(row: dict[str, str]) -> PublishedModel:
    values = {key: float(value) for key, value in row.items() if key not in ("model", "servers")}
    return PublishedModel(row["model"], values)
