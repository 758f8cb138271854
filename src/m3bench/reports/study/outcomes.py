"""Call outcomes: the five of the paper's Figure 6, tool errors, server faults, and unfinished calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.servers import OUTCOMES
from m3bench.reports.study.table import Column, Kind, Row, Section


def outcomes_section(runs: Sequence[StudyRun]) -> Section:
    return Section(
        name="outcomes",
        title="Call outcomes",
        intro="All calls of all attempts that count, scored or not.",
        tables=(columns.table("outcomes", "Call outcomes", _COLUMNS, _rows(runs)),),
    )


def _rows(runs: Sequence[StudyRun]) -> Iterator[Row]:
    for run in runs:
        calls = sum(run.result.outcomes.values())
        for outcome in OUTCOMES:
            found = run.result.outcomes.get(outcome, 0)
            yield {
                "run": run.name,
                "outcome": columns.readable_name(outcome),
                "calls": found,
                "share": found / calls if calls else None,
            }


_COLUMNS = (
    columns.RUN,
    Column(
        key="outcome",
        title="Outcome",
        definition=(
            "Illegal format: not a readable call. Unknown tool: no tool has that name. "
            "Invalid arguments: rejected by the schema or the tool. Not found: it ran without a result. "
            "Success: it ran. "
            "Server fault: the server failed. Unfinished: the call was aborted."
        ),
    ),
    columns.count("calls", "Calls", "Number of calls with this outcome."),
    columns.number("share", "Share", "Share of all calls of the run.", kind=Kind.SHARE),
)
