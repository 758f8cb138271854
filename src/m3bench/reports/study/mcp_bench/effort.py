"""Table 6: average rounds and tool calls, by one and by several servers."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.reports.published_mcp_bench import MULTIPLE, SINGLE, published_effort
from m3bench.reports.study import columns
from m3bench.reports.study.mcp_bench.runs import RubricRun
from m3bench.reports.study.mcp_bench.scores import PUBLISHED
from m3bench.reports.study.table import Cell, Row, Table
from m3bench.reports.terminal import McpBenchMeans

_GROUPS = {SINGLE: f"{SINGLE}_", MULTIPLE: f"{MULTIPLE}_", "all": ""}
_WORDS = {SINGLE: "one server", MULTIPLE: "several servers", "all": "all tasks"}


def effort_table(runs: Sequence[RubricRun]) -> Table:
    """Return the rounds and calls of the runs, and the paper's."""
    own: list[Row] = [
        {
            "run": run.name,
            **{key: value for group in _GROUPS for key, value in _cells(group, run.means.get(group)).items()},
            "published": False,
        }
        for run in runs
    ]
    theirs: list[Row] = [{"run": each.model, **each.values, "published": True} for each in published_effort()]
    return columns.table("mcp_bench_effort", "Rounds and tool calls", _COLUMNS, [*own, *theirs])


def _cells(group: str, means: McpBenchMeans | None) -> dict[str, Cell]:
    prefix = _GROUPS[group]
    return {
        f"{prefix}rounds": means.rounds if means else None,
        f"{prefix}calls": means.calls if means else None,
    }


_COLUMNS = (
    columns.RUN,
    *(
        columns.number(
            f"{prefix}{key}",
            f"{title}, {_WORDS[group]}",
            f"{meaning}, mean over attempts: {_WORDS[group]}.",
        )
        for group, prefix in _GROUPS.items()
        for key, title, meaning in (
            ("rounds", "Rounds", "Steps"),
            ("calls", "Tool calls", "Calls"),
        )
    ),
    PUBLISHED,
)
