"""Success as different judges decide: what the choice of the judge changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from m3bench.reports.published_verse import published_judges
from m3bench.reports.study import columns
from m3bench.reports.study.leaderboard import ranked
from m3bench.reports.study.modes.outcome import Outcome
from m3bench.reports.study.modes.success import MODE, RATE, SERIES, level_columns, published_row
from m3bench.reports.study.table import Cell, Row, Table
from m3bench.runs import LEVELS, success_breakdown

_CONSISTENT = 1


def judges_table(outcomes: Sequence[Outcome]) -> Table | None:
    """Return the success of each run by judge; None if no outcome was judged."""
    own = [row for outcome in outcomes for row in _rows(outcome)]
    if not own:
        return None
    theirs: list[Row] = []
    if any(outcome.is_verse for outcome in outcomes):
        theirs = [{**published_row(judge), "judge": judge.judge} for judge in published_judges()]
    return columns.table(
        "outcome_judges",
        "Success by judge",
        _COLUMNS,
        [*_with_ranks(own), *_with_ranks(theirs)],
        note="A judged attempt counts as the judge says; others count as their checks say.",
    )


def _rows(outcome: Outcome) -> Iterator[dict[str, Cell]]:
    judged = outcome.run.judged.outcome_by_judge if outcome.run.judged else {}
    for judge, scores in judged.items():
        said = {case: score >= _CONSISTENT for case, score in scores.items()}
        breakdown = success_breakdown(outcome.run.result, {**outcome.run.result.strict, **said})
        yield {
            "series": outcome.series,
            "mode": outcome.mode,
            "judge": judge,
            "judged": len(said),
            "agreement": _agreement(said, outcome.run.result.decided),
            "rate": breakdown.rate,
            **{level.lower(): breakdown.share(level) for level in LEVELS},
            "published": False,
        }


def _agreement(said: Mapping[str, bool], decided: Mapping[str, bool]) -> float | None:
    """Return how often a judge says the same as the run, where both decided."""
    common = [case for case in said if case in decided]
    return sum(said[case] == decided[case] for case in common) / len(common) if common else None


def _with_ranks(rows: Sequence[Row]) -> list[Row]:
    """Add the rank of each row among those of the same judge."""
    ranks: dict[int, int] = {}
    for judge in dict.fromkeys(row.get("judge") for row in rows):
        alike = [index for index, row in enumerate(rows) if row.get("judge") == judge]
        rates = [value if isinstance(value := rows[index].get("rate"), float) else -1.0 for index in alike]
        ranks |= dict(zip(alike, ranked(rates), strict=True))
    return [{**row, "rank": ranks[index]} for index, row in enumerate(rows)]


_COLUMNS = (
    SERIES,
    MODE,
    columns.text("judge", "Judge", "The model that compared answers with the key."),
    columns.count("rank", "Rank", "Among the rows of this judge."),
    RATE,
    *level_columns(),
    columns.count("judged", "Judged", "Attempts that this judge decided."),
    columns.share(
        "agreement", "Agreement", "How often it says the same as checks, key and judge of the run."
    ),
    columns.PUBLISHED,
)
