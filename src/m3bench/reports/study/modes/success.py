"""Success by level, kind and mode: one row per run, with MCPVerse's models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m3bench.reports.published_verse import PublishedSuccess, published_modes
from m3bench.reports.study import columns
from m3bench.reports.study.modes.outcome import Outcome
from m3bench.reports.study.table import Cell, Column, Row, Table
from m3bench.runs import LEVELS

SERIES = columns.text("series", "Agent", "Agent and model.")
MODE = columns.text("mode", "Mode", "Which servers are mounted.")
CALLING = columns.text(
    "calling",
    "Calling",
    "Native: tools are passed to the provider. Prompted: they are described in the prompt.",
)
RATE = columns.rate("rate", "SR", "Mean of the success on the three levels, as in MCPVerse's paper.")


def level_columns() -> tuple[Column, ...]:
    """Return a column for each level."""
    return tuple(
        columns.rate(level.lower(), level, f"Success on tasks of level {level}.") for level in LEVELS
    )


def modes_table(outcomes: Sequence[Outcome]) -> Table:
    """Return the success of each run by level and kind, then the paper's models on its own tasks."""
    kinds = sorted({kind for outcome in outcomes for kind in outcome.found.kinds})
    theirs = published_modes() if any(outcome.is_verse for outcome in outcomes) else ()
    note = "Published models are from MCPVerse's paper, on its own tasks and servers." if theirs else ""
    rows = [*_own_rows(outcomes), *map(published_row, theirs)]
    return columns.table("modes", "Success by level, kind and mode", _columns(kinds), rows, note=note)


def _own_rows(outcomes: Sequence[Outcome]) -> Iterator[Row]:
    for outcome in outcomes:
        result = outcome.run.result
        yield {
            "run": outcome.run.name,
            **columns.cells(outcome, "series", "mode", "calling", "rate"),
            "published": False,
            **{level.lower(): outcome.found.share(level) for level in LEVELS},
            **{_key(kind): count.share for kind, count in outcome.found.kinds.items()},
            **columns.cells(result, "success", "needed_judge", "undecided"),
            "attempts": len(result.strict),
            "tools": result.mounted_tools,
            "tokens": result.schema_tokens,
        }


def published_row(success: PublishedSuccess) -> dict[str, Cell]:
    """Return the row of a model of the paper."""
    return {
        "run": success.model,
        "series": success.model,
        **columns.cells(success, "mode", "calling", "rate"),
        "published": True,
        **{level.lower(): share for level, share in success.levels.items()},
    }


def _key(kind: str) -> str:
    return f"kind_{kind.replace('-', '_')}"


def _columns(kinds: Sequence[str]) -> tuple[Column, ...]:
    return (
        SERIES,
        MODE,
        CALLING,
        columns.score("success"),
        RATE,
        *level_columns(),
        *(
            columns.rate(_key(kind), kind.capitalize(), f"Success on tasks of the kind {kind}.")
            for kind in kinds
        ),
        columns.count("attempts", "Attempts", "All attempts that succeed or fail."),
        columns.NEEDED_JUDGE,
        columns.count("undecided", "Undecided", "Attempts that nobody has decided."),
        columns.number("tools", "Tools", "Mounted tools, on average over the attempts."),
        columns.number("tokens", "Schema tokens", "Tokens of the mounted tools, on average."),
        columns.text("run", "Run", shown=False),
        columns.PUBLISHED,
    )
