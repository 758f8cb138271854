"""How calls ended: the five outcomes of the paper's Figure 6, the server's faults, and what never ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.servers import OUTCOMES
from m3bench.reports.study.table import Column, Kind, Row, Section


def outcomes_section(runs: Sequence[StudyRun]) -> Section:
    return Section(
        name="outcomes",
        title="How calls ended",
        intro="All calls of all attempts that count as made, whether these are scored or not.",
        tables=(columns.table("outcomes", "Outcomes of calls", _COLUMNS, _rows(runs)),),
    )


def _rows(runs: Sequence[StudyRun]) -> Iterator[Row]:
    for run in runs:
        calls = sum(run.result.outcomes.values())
        for outcome in OUTCOMES:
            found = run.result.outcomes.get(outcome, 0)
            yield {
                "run": run.name,
                "outcome": columns.worded(outcome),
                "calls": found,
                "share": found / calls if calls else None,
            }


_COLUMNS = (
    columns.RUN,
    Column(
        key="outcome",
        title="Outcome",
        definition=(
            "Illegal format: not a readable call. Unknown tool: there is none of that name. "
            "Invalid arguments: refused by the schema or the tool. Not found: it ran, and there is nothing. "
            "Success: it ran. "
            "Server fault: nobody's but the server's. Unfinished: broken off."
        ),
    ),
    columns.count("calls", "Calls", "How many calls ended so."),
    columns.number("share", "Share", "Of all calls of the run.", kind=Kind.SHARE),
)
