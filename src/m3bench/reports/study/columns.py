"""Columns that several tables share, with their definitions."""

from __future__ import annotations

from collections.abc import Iterable

from m3bench.reports.study.table import Cell, Column, Kind, Row, Table
from m3bench.runs.scoring import kept_or_spooled
from m3bench.scoring import METRICS, Interval, Metrics, RepeatedTasks

RUN = Column(
    key="run", title="Run", definition="Agent and model; also the folder if several runs have the same."
)
FAMILY = Column(key="family", title="Family", definition="Tasks of one kind.")
TASKS = Column(key="tasks", title="Tasks", kind=Kind.COUNT, definition="Tasks with a scored attempt.")
SCORED = Column(
    key="scored_attempts",
    title="Scored attempts",
    kind=Kind.COUNT,
    definition="More than tasks, if tasks were attempted several times.",
)
AVERAGE_TITLE = "Mean of six"
METRIC_TITLES = {
    "recall": "Recall",
    "precision": "Precision",
    "argument_similarity": "Argument similarity",
    "step_coherence": "Step coherence",
    "order_consistency": "Order consistency",
    "merge_purity": "Merge purity",
}
_DEFINITIONS = {
    "recall": "Detection: share of the reference's calls that match a call made.",
    "precision": "Detection: share of the calls made that match a call in the reference.",
    "argument_similarity": "Alignment: similarity of the arguments of strong matches, times recall.",
    "step_coherence": (
        "Alignment: calls in one step of the reference are made in one step (multi-threaded), times recall."
    ),
    "order_consistency": "Alignment: pairs of calls keep the reference's order (multi-hop), times recall.",
    "merge_purity": "Alignment: a step does not mix calls from several steps of the reference, times recall.",
    "average": "Mean of the six computed metrics, without judges.",
    "success": "Share of all attempts that pass all checks. An attempt that was not scored counts as failed.",
    "scored_success": "Share of the scored and decided attempts that pass all checks.",
    "evidence": (
        "Evidence recall: share of the facts behind the reference's answer that appeared in a result."
    ),
    "grounded": "Share of attempts that succeed and whose claimed values all appeared in a result before.",
    "completion": "Judges: how well the task was completed, from 0 to 1.",
    "grounding": "Judges: how well tool results support the answer, from 0 to 1.",
}
_TITLES = {
    **METRIC_TITLES,
    "average": AVERAGE_TITLE,
    "success": "Success",
    "scored_success": "Success of scored",
    "evidence": "Evidence",
    "grounded": "Grounded",
    "completion": "Task completion",
    "grounding": "Information grounding",
}


def score(key: str, *, interval: bool = False, shown: bool = True) -> Column:
    """Return the column of a metric, with or without an interval."""
    return Column(
        key=key,
        title=_TITLES[key],
        kind=Kind.SCORE,
        definition=_DEFINITIONS[key],
        low=f"{key}_low" if interval else "",
        high=f"{key}_high" if interval else "",
        shown=shown,
    )


def title(key: str) -> str:
    """Return the title of a metric's column."""
    return _TITLES[key]


def ends(key: str) -> tuple[Column, Column]:
    """Return the columns for the bounds of a metric's interval."""
    name = title(key)
    lower, upper = (
        Column(
            key=f"{key}_{end}",
            title=f"{name}, {word}",
            kind=Kind.SCORE,
            definition=f"{name}: {word} bound of the 95 % interval, with tasks and families as clusters.",
            shown=False,
        )
        for end, word in (("low", "lower"), ("high", "upper"))
    )
    return lower, upper


def metric_columns(*, shown: bool = True) -> Iterable[Column]:
    """Return the columns of success, the mean of six and the six metrics."""
    return (score("success"), score("average"), *(score(name, shown=shown) for name in METRICS))


def metric_cells(metrics: Metrics) -> dict[str, Cell]:
    """Return the unrounded values of `metric_columns`, except success."""
    return {**{name: getattr(metrics, name) for name in METRICS}, "average": metrics.average}


def repeated_columns(*, shown: bool) -> tuple[Column, ...]:
    """Return the columns of pass@k, pass^k and flips."""
    return (
        count("k", "k", "Attempts at each task, if there are several.", shown=shown),
        number("pass_at_k", "pass@k", "Chance that one of k attempts passes.", kind=Kind.SCORE, shown=shown),
        number("pass_hat_k", "pass^k", "Chance that all of k attempts pass.", kind=Kind.SCORE, shown=shown),
        count("flips", "Flips", "Tasks that passed in one attempt and failed in another.", shown=shown),
    )


def repeated_cells(repeated: RepeatedTasks | None) -> dict[str, Cell]:
    """Return the values of `repeated_columns`; none if tasks were attempted once."""
    if repeated is None:
        return {}
    most = repeated.most
    return {
        "k": most.k,
        "pass_at_k": most.pass_at_k,
        "pass_hat_k": most.pass_hat_k,
        "flips": repeated.flips,
    }


def end_cells(key: str, interval: Interval | None) -> dict[str, Cell]:
    """Return the values of `ends`; None without an interval."""
    return {
        f"{key}_low": interval.low if interval else None,
        f"{key}_high": interval.high if interval else None,
    }


def count(key: str, title: str, definition: str, *, shown: bool = True) -> Column:
    return Column(key=key, title=title, kind=Kind.COUNT, definition=definition, shown=shown)


def number(key: str, title: str, definition: str, *, kind: Kind = Kind.NUMBER, shown: bool = True) -> Column:
    return Column(key=key, title=title, kind=kind, definition=definition, shown=shown)


def text(key: str, title: str, definition: str = "", *, shown: bool = True) -> Column:
    return Column(key=key, title=title, definition=definition, shown=shown)


def reason(key: str, title: str, definition: str = "") -> Column:
    """Return a column of sentences, which are shown whole."""
    return Column(key=key, title=title, definition=definition, prose=True)


def table(
    name: str,
    title: str,
    columns: Iterable[Column],
    rows: Iterable[Row],
    *,
    note: str = "",
    shown: bool = True,
) -> Table:
    """Return a table whose rows have a cell for every column, in order."""
    listed = tuple(columns)
    whole = kept_or_spooled({column.key: row.get(column.key) for column in listed} for row in rows)
    return Table(name=name, title=title, columns=listed, rows=whole, note=note, shown=shown)


def readable_name(name: str) -> str:
    """Return the readable name of an outcome or an error."""
    return name.replace("_", " ")
