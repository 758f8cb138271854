"""Call outcomes: the five of the paper's Figure 6, tool errors, server faults, and unfinished calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.servers import OUTCOMES
from m3bench.reports.study.table import Row, Section


def outcomes_section(runs: Sequence[StudyRun]) -> Section:
    return Section(
        name="outcomes",
        title="Call outcomes",
        intro="All calls of all attempts that count, scored or not.",
        tables=(
            columns.table("outcomes", "Call outcomes", _COLUMNS, _rows(runs)),
            *columns.table_if_any(
                "repairs",
                "Repaired calls",
                _REPAIR_COLUMNS,
                (row for run in runs for row in _repair_rows(run)),
            ),
        ),
    )


def _repair_rows(run: StudyRun) -> Iterator[Row]:
    result = run.result
    calls = sum(result.outcomes.values())
    total = {"any": result.repaired_calls} if result.repaired_calls else {}
    for kind, count in (*total.items(), *result.repairs.items()):
        yield {
            "run": run.name,
            "repair": columns.readable_name(kind),
            "calls": count,
            "share": count / calls if calls else None,
            "strict": result.settings.strict_format,
        }


def _rows(runs: Sequence[StudyRun]) -> Iterator[Row]:
    for run in runs:
        calls = sum(run.result.outcomes.values())
        for outcome in OUTCOMES:
            count = run.result.outcomes.get(outcome, 0)
            yield {
                "run": run.name,
                "outcome": columns.readable_name(outcome),
                "calls": count,
                "share": count / calls if calls else None,
            }


_SHARE = columns.share("share", "Share", "Share of all calls of the run.")
_REPAIR_COLUMNS = (
    columns.RUN,
    columns.text(
        "repair",
        "Repair",
        "What had to be repaired to read the calls. Written call: text in place of a native call. "
        "Python call: written like code. Action input: written as Action lines. Tagged call: in tags. "
        "Renamed tool: another spelling of its name. Renamed keys: other keys than name and arguments. "
        "Broken JSON: not valid JSON. Any: at least one of them.",
    ),
    columns.count("calls", "Calls", "Number of calls with this repair. A call may have several."),
    _SHARE,
    columns.flag(
        "strict", "Strict", "Whether repaired calls were not carried out, and count as illegal format."
    ),
)
_COLUMNS = (
    columns.RUN,
    columns.text(
        "outcome",
        "Outcome",
        "Illegal format: not a readable call. Unknown tool: no tool has that name. "
        "Invalid arguments: rejected by the schema or the tool. Not found: it ran without a result. "
        "Success: it ran. Server fault: the server failed. Unfinished: the call was aborted.",
    ),
    columns.count("calls", "Calls", "Number of calls with this outcome."),
    _SHARE,
)
