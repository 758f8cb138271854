"""Columns that several tables have, with what they mean."""

from __future__ import annotations

from collections.abc import Iterable

from m3bench.reports.study.table import Cell, Column, Kind, Row, Table
from m3bench.scoring import METRICS, Interval, Metrics

RUN = Column(
    key="run", title="Run", definition="The agent and its model; the folder where several have both."
)
FAMILY = Column(key="family", title="Family", definition="Tasks of one kind.")
TASKS = Column(key="tasks", title="Tasks", kind=Kind.COUNT, definition="Attempts that are scored.")
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
    "recall": "Detection: the share of the reference's calls that have a partner among the calls made.",
    "precision": "Detection: the share of the calls made that have a partner in the reference.",
    "argument_similarity": "Alignment: how alike the arguments of strong matches are, times recall.",
    "step_coherence": (
        "Alignment: calls that the reference makes together are made together (multi-threaded), times recall."
    ),
    "order_consistency": "Alignment: pairs of calls keep the reference's order (multi-hop), times recall.",
    "merge_purity": "Alignment: a step does not mix what the reference does in several, times recall.",
    "average": "The mean of the six computed metrics; judges are not in it.",
    "success": "The share of the checked attempts that pass all checks of their task.",
    "strict_success": (
        "The share of all attempts that pass all checks; an attempt that was not scored counts as failed."
    ),
    "evidence": (
        "Evidence recall: the share of the facts behind the reference's answer that appeared in any result."
    ),
    "grounded": "The share of attempts that succeed with every claimed value in evidence before.",
    "completion": "Judges: how well the task was completed, from 0 to 1.",
    "grounding": "Judges: how well the answer stands on what the tools returned, from 0 to 1.",
}
_TITLES = {
    **METRIC_TITLES,
    "average": AVERAGE_TITLE,
    "success": "Success",
    "strict_success": "Strict success",
    "evidence": "Evidence",
    "grounded": "Grounded",
    "completion": "Task completion",
    "grounding": "Information grounding",
}


def score(key: str, *, interval: bool = False, shown: bool = True) -> Column:
    """The column of a metric, with or without the ends of its interval."""
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
    """The title of a metric's column."""
    return _TITLES[key]


def ends(key: str) -> tuple[Column, Column]:
    """The columns that hold the ends of the interval of a metric."""
    name = title(key)
    lower, upper = (
        Column(
            key=f"{key}_{end}",
            title=f"{name}, {word}",
            kind=Kind.SCORE,
            definition=f"{name}: {word} end of the 95 % interval, with families as clusters.",
            shown=False,
        )
        for end, word in (("low", "lower"), ("high", "upper"))
    )
    return lower, upper


def metric_columns(*, shown: bool = True) -> Iterable[Column]:
    """The six and their mean."""
    return (*(score(name, shown=shown) for name in METRICS), score("average"))


def metric_cells(metrics: Metrics) -> dict[str, Cell]:
    """The values of `metric_columns`, as they are."""
    return {**{name: getattr(metrics, name) for name in METRICS}, "average": metrics.average}


def end_cells(key: str, interval: Interval | None) -> dict[str, Cell]:
    """The values of `ends`; None where there is no interval."""
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


def table(
    name: str,
    title: str,
    columns: Iterable[Column],
    rows: Iterable[Row],
    *,
    note: str = "",
    shown: bool = True,
) -> Table:
    """A table whose rows have a cell for every column, in their order."""
    listed = tuple(columns)
    whole = tuple({column.key: row.get(column.key) for column in listed} for row in rows)
    return Table(name=name, title=title, columns=listed, rows=whole, note=note, shown=shown)


def worded(name: str) -> str:
    """The name of an outcome or an error, for people."""
    return name.replace("_", " ")
