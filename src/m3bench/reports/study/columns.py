"""Columns that several tables share, with their definitions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from m3bench.reports.study.table import Cell, Column, Kind, Row, Table
from m3bench.runs.scoring import kept_or_spooled
from m3bench.scoring import METRICS, Interval, Metrics, RepeatedTasks

AVERAGE_TITLE = "Mean of six"
_ENDS = (("low", "lower"), ("high", "upper"))
_METRICS = {
    "recall": ("Recall", "Detection: share of the reference's calls that match a call made."),
    "precision": ("Precision", "Detection: share of the calls made that match a call in the reference."),
    "argument_similarity": (
        "Argument similarity",
        "Alignment: similarity of the arguments of strong matches, times recall.",
    ),
    "step_coherence": (
        "Step coherence",
        "Alignment: calls in one step of the reference are made in one step (multi-threaded), times recall.",
    ),
    "order_consistency": (
        "Order consistency",
        "Alignment: pairs of calls keep the reference's order (multi-hop), times recall.",
    ),
    "merge_purity": (
        "Merge purity",
        "Alignment: a step does not mix calls from several steps of the reference, times recall.",
    ),
    "average": (AVERAGE_TITLE, "Mean of the six computed metrics, without judges."),
    "success": (
        "Success",
        "Share of all attempts that pass all checks. An attempt that was not scored counts as failed.",
    ),
    "scored_success": ("Success of scored", "Share of the scored and decided attempts that pass all checks."),
    "evidence": (
        "Evidence",
        "Evidence recall: share of the facts behind the reference's answer that appeared in a result.",
    ),
    "grounded": (
        "Grounded",
        "Share of attempts that succeed and whose claimed values all appeared in a result before.",
    ),
    "completion": ("Task completion", "Judges: how well the task was completed, from 0 to 1."),
    "grounding": ("Information grounding", "Judges: how well tool results support the answer, from 0 to 1."),
}
"""Title and definition of each metric."""


def number(
    key: str,
    title: str,
    definition: str = "",
    *,
    kind: Kind = Kind.NUMBER,
    interval: bool = False,
    shown: bool = True,
) -> Column:
    """Return a column, with or without an interval."""
    low, high = (f"{key}_low", f"{key}_high") if interval else ("", "")
    return Column(key=key, title=title, kind=kind, definition=definition, low=low, high=high, shown=shown)


text = partial(number, kind=Kind.TEXT)
flag = partial(number, kind=Kind.FLAG)
count = partial(number, kind=Kind.COUNT)
share = partial(number, kind=Kind.SHARE)
rate = partial(number, kind=Kind.SCORE)
difference = partial(number, kind=Kind.DIFFERENCE)

RUN = text("run", "Run", "Agent and model; also the folder if several runs have the same.")
FAMILY = text("family", "Family", "Tasks of one kind.")
TASKS = count("tasks", "Tasks", "Tasks with a scored attempt.")
NEEDED_JUDGE = count(
    "needed_judge", "Needed a judge", "Attempts that code alone could not decide, decided or not."
)
PUBLISHED = flag("published", "Published", "From the paper.", shown=False)


def score(key: str, *, interval: bool = False, shown: bool = True) -> Column:
    """Return the column of a metric, with or without an interval."""
    return rate(key, *_METRICS[key], interval=interval, shown=shown)


def title(key: str) -> str:
    """Return the title of a metric's column."""
    return _METRICS[key][0]


def reason(key: str, title: str, definition: str = "") -> Column:
    """Return a column of sentences, which are shown whole."""
    return Column(key=key, title=title, definition=definition, prose=True)


def bounds(key: str, title: str, definition: str = "", *, kind: Kind = Kind.SCORE) -> tuple[Column, ...]:
    """Return hidden columns for the bounds of a value's interval."""
    return tuple(
        number(f"{key}_{end}", f"{title}, {word} bound", definition, kind=kind, shown=False)
        for end, word in _ENDS
    )


def ends(key: str) -> tuple[Column, ...]:
    """Return hidden columns for the bounds of a metric's interval."""
    name, about = title(key), "bound of the 95 % interval, with tasks and families as clusters."
    return tuple(
        rate(f"{key}_{end}", f"{name}, {word}", f"{name}: {word} {about}", shown=False) for end, word in _ENDS
    )


def end_cells(key: str, interval: Interval | None) -> dict[str, Cell]:
    """Return the values of `ends`; None without an interval."""
    low, high = (interval.low, interval.high) if interval else (None, None)
    return {f"{key}_low": low, f"{key}_high": high}


def metric_columns(*, shown: bool = True) -> Iterable[Column]:
    """Return the columns of success, the mean of six and the six metrics."""
    return (score("success"), score("average"), *(score(name, shown=shown) for name in METRICS))


def metric_cells(metrics: Metrics) -> dict[str, Cell]:
    """Return the unrounded values of `metric_columns`, except success."""
    return cells(metrics, *METRICS, "average")


def mean_of_eight(*, shown: bool = True) -> Column:
    """Return the column of the mean of the six metrics and of those of judges."""
    about = "Six metrics and both judged columns: the paper's average per family."
    return rate("average_of_eight", "Mean of eight", about, shown=shown)


def repeated_columns(*, shown: bool) -> tuple[Column, ...]:
    """Return the columns of pass@k, pass^k and flips."""
    return (
        count("k", "k", "Attempts at each task, if there are several.", shown=shown),
        rate("pass_at_k", "pass@k", "Chance that one of k attempts passes.", shown=shown),
        rate("pass_hat_k", "pass^k", "Chance that all of k attempts pass.", shown=shown),
        count("flips", "Flips", "Tasks that passed in one attempt and failed in another.", shown=shown),
    )


def repeated_cells(repeated: RepeatedTasks | None) -> dict[str, Cell]:
    """Return the values of `repeated_columns`; none if tasks were attempted once."""
    if repeated is None:
        return {}
    return {**cells(repeated.most, "k", "pass_at_k", "pass_hat_k"), "flips": repeated.flips}


def cells(source: object, *names: str) -> dict[str, Cell]:
    """Return these attributes, by name."""
    return {name: getattr(source, name) for name in names}


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


def table_if_any(
    name: str, title: str, columns: Iterable[Column], rows: Iterable[Row], *, note: str = ""
) -> tuple[Table, ...]:
    """Return the table alone, or nothing if it has no rows."""
    made = table(name, title, columns, rows, note=note)
    return (made,) if made.rows else ()


def readable_name(name: str) -> str:
    """Return the readable name of an outcome or an error."""
    return name.replace("_", " ")
