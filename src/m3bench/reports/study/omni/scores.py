"""TOBench's main table, by family and difficulty with the costs, and success by slice and by modality."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import fmean

from m3bench.core import Usage
from m3bench.reports.published_tobench import cells, published_tobench
from m3bench.reports.study import columns
from m3bench.reports.study.omni.runs import PointedAttempt, PointedRun, partial_credit, success
from m3bench.reports.study.run import all_tokens
from m3bench.reports.study.table import Column, Kind, Row, Table
from m3bench.scoring import NO_FAMILY

_PARTIAL = columns.rate("partial", "Partial credit", "Mean share of the decided evaluation points that pass.")
_SUCCESS = columns.score("success")
_NO_MEDIA = "text only"
_SEVERAL = "two or more"
_TITLES = {"service": "Service", "creation": "Creation"}


def score_table(runs: Sequence[PointedRun]) -> Table:
    """Return the success of the runs by area and difficulty, and the paper's."""
    own = [_row(run) for run in runs]
    theirs: list[Row] = [
        {
            "run": model.model,
            **model.rates,
            **columns.cells(model, "success", "calls", "cost"),
            "tokens": model.tokens / 1000,
            "published": True,
        }
        for model in published_tobench()
    ]
    return columns.table(
        "tobench",
        "Success by family and difficulty",
        _COLUMNS,
        [*own, *theirs],
        note="Published figures are of TOBench's own 100 tasks, not of these. People reach 0.94 there.",
    )


def _row(run: PointedRun) -> Row:
    made = [attempt.trajectory for attempt in run.attempts if attempt.trajectory is not None]
    usages = [trajectory.usage or Usage() for trajectory in made]
    tokens = _mean(map(all_tokens, usages))
    return {
        "run": run.name,
        **{cell: success(attempt for attempt in run.attempts if attempt.cell == cell) for cell in cells()},
        "success": success(run.attempts),
        "partial": partial_credit(run.attempts),
        "calls": _mean(trajectory.call_count for trajectory in made),
        "tokens": None if tokens is None else tokens / 1000,
        "cost": _mean(usage.cost for usage in usages),
        "published": False,
    }


def _mean(values: Iterable[float | None]) -> float | None:
    """Return the mean; None if a value is unknown."""
    listed = list(values)
    known = [value for value in listed if value is not None]
    return fmean(known) if known and len(known) == len(listed) else None


def _cell_column(cell: str) -> Column:
    area, _, difficulty = cell.partition("_")
    title = f"{_TITLES[area]}, {difficulty}"
    return columns.rate(cell, title, f"Success on {difficulty} tasks of {area}.")


_COLUMNS = (
    columns.RUN,
    _SUCCESS,
    _PARTIAL,
    *map(_cell_column, cells()),
    columns.number("calls", "Calls", "Tool calls per attempt."),
    columns.number("tokens", "Tokens (k)", "Thousands of tokens per attempt, in and out."),
    columns.number("cost", "Cost", "US dollars per attempt.", kind=Kind.COST),
    columns.flag("published", "Published", "From TOBench's paper."),
)


def slice_table(runs: Sequence[PointedRun]) -> Table:
    """Return success and partial credit by slice."""
    rows = _rows(runs, "slice", lambda attempt: (attempt.task.family or NO_FAMILY,))
    return columns.table("slices", "Success by slice", (columns.RUN, _SLICE, *_GROUPED), rows)


def modality_table(runs: Sequence[PointedRun]) -> Table:
    """Return success and partial credit by the kinds of data that tasks bring along."""
    rows = _rows(runs, "modality", _modalities)
    return columns.table("modalities", "Success by modality", (columns.RUN, _MODALITY, *_GROUPED), rows)


def _modalities(attempt: PointedAttempt) -> tuple[str, ...]:
    media = attempt.modalities
    return (*(media or (_NO_MEDIA,)), *((_SEVERAL,) if len(media) > 1 else ()))


def _rows(
    runs: Sequence[PointedRun], key: str, groups: Callable[[PointedAttempt], Iterable[str]]
) -> Iterator[Row]:
    for run in runs:
        attempts_of: dict[str, list[PointedAttempt]] = defaultdict(list)
        for attempt in run.attempts:
            for group in groups(attempt):
                attempts_of[group].append(attempt)
        for group, attempts in sorted(attempts_of.items()):
            yield {
                "run": run.name,
                key: group,
                "attempts": len(attempts),
                "success": success(attempts),
                "partial": partial_credit(attempts),
            }


_SLICE = columns.text("slice", "Slice", "The family of the tasks.")
_MODALITY = columns.text("modality", "Modality", "Tasks with such data. Some count several times.")
_GROUPED = (_SUCCESS, _PARTIAL, columns.count("attempts", "Attempts", "All attempts at these tasks."))
