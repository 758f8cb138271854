"""Call outcomes: the five of the paper's Figure 6, tool errors, server faults, and unfinished calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.servers import OUTCOMES
from m3bench.reports.study.table import Column, Kind, Row, Section, Table


def outcomes_section(runs: Sequence[StudyRun]) -> Section:
    return Section(
        name="outcomes",
        title="Call outcomes",
        intro="All calls of all attempts that count, scored or not.",
        tables=(
            columns.table("outcomes", "Call outcomes", _COLUMNS, _rows(runs)),
            *_repairs(runs),
        ),
    )


def _repairs(runs: Sequence[StudyRun]) -> Iterator[Table]:
    """Yield the table of repaired calls, if there are any."""
    rows = [row for run in runs for row in _repair_rows(run)]
    if rows:
        yield columns.table("repairs", "Repaired calls", _REPAIR_COLUMNS, rows)


def _repair_rows(run: StudyRun) -> Iterator[Row]:
    result = run.result
    calls = sum(result.outcomes.values())
    total = {"any": result.repaired_calls} if result.repaired_calls else {}
    for kind, found in (*total.items(), *result.repairs.items()):
        yield {
            "run": run.name,
            "repair": columns.readable_name(kind),
            "calls": found,
            "share": found / calls if calls else None,
            "strict": result.settings.strict_format,
        }


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


_REPAIR_COLUMNS = (
    columns.RUN,
    Column(
        key="repair",
        title="Repair",
        definition=(
            "What had to be repaired to read the calls. Written call: text in place of a native call. "
            "Python call: written like code. Action input: written as Action lines. Tagged call: in tags. "
            "Renamed tool: another spelling of its name. Renamed keys: other keys than name and arguments. "
            "Broken JSON: not valid JSON. Any: at least one of them."
        ),
    ),
    columns.count("calls", "Calls", "Number of calls with this repair. A call may have several."),
    columns.number("share", "Share", "Share of all calls of the run.", kind=Kind.SHARE),
    Column(
        key="strict",
        title="Strict",
        kind=Kind.FLAG,
        definition="Whether repaired calls were not carried out, and count as illegal format.",
    ),
)
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
