"""Results as tables: data frames of pandas and Polars, and HTML for notebooks."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from m3bench.core.errors import UsageError
from m3bench.core.text import printable, shorten

Row = dict[str, Any]

_MOST_ROWS = 20
_LONGEST = 120


class Tabular:
    """Something with rows. All rows have the same keys, in the same order."""

    __slots__ = ()

    def rows(self) -> list[Row]:
        """Return one mapping per row: texts, numbers, truth values, or None if unknown."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """Return a `pandas.DataFrame`. Raise `UsageError` if pandas is not installed."""
        return pandas_frame(self.rows())

    def to_polars(self) -> Any:
        """Return a `polars.DataFrame`. Raise `UsageError` if Polars is not installed."""
        return polars_frame(self.rows())

    def _repr_html_(self) -> str:
        return html_table(self.rows(), self._caption())

    def _caption(self) -> str:
        return type(self).__name__


def pandas_frame(rows: Sequence[Row]) -> Any:
    """Return rows as a `pandas.DataFrame`."""
    return _required("pandas").DataFrame(list(rows))


def polars_frame(rows: Sequence[Row]) -> Any:
    """Return rows as a `polars.DataFrame`."""
    # A column may begin with many unknown values.
    return _required("polars").DataFrame(list(rows), infer_schema_length=None)


def _required(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise UsageError(f"{name} is not installed.", f"Install it: pip install {name}") from None


def html_table(rows: Sequence[Row], caption: str) -> str:
    """Return a small table: at most twenty rows, and short cells. Everything in it is escaped."""
    if not rows:
        return f"<p>{_escaped(caption)}</p>"
    head = "".join(f"<th>{_escaped(name)}</th>" for name in rows[0])
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows[:_MOST_ROWS])
    more = f"<p>{len(rows) - _MOST_ROWS:,} more rows</p>" if len(rows) > _MOST_ROWS else ""
    title = f"<caption>{_escaped(caption)}</caption>"
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cells(row: Mapping[str, Any]) -> str:
    return "".join(f"<td>{_escaped(_text(value))}</td>" for value in row.values())


def _text(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _escaped(text: str) -> str:
    return html.escape(shorten(printable(text), _LONGEST))
