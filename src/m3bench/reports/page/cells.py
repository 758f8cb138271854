"""Format values by the kind of their column."""

from __future__ import annotations

from collections.abc import Callable

from m3bench.reports.study import Cell, Column, Kind, Row

UNKNOWN = "–"
_CENT = 0.01


def shown(value: Cell, kind: Kind) -> str:
    """Return the text of a cell."""
    match value:
        case None:
            return UNKNOWN
        case bool():
            return "yes" if value else "no"
        case str():
            return value
        case _:
            return _NUMBERS[kind](value)


def interval(row: Row, column: Column, *, between: str = "–") -> str:
    """Return the bounds of a value's interval; empty if one is unknown."""
    low, high = row.get(column.low), row.get(column.high)
    if not column.low or low is None or high is None:
        return ""
    # A minus sign next to a dash is hard to read.
    between = " to " if column.kind is Kind.DIFFERENCE else between
    return f"{shown(low, column.kind)}{between}{shown(high, column.kind)}"


def is_number(column: Column) -> bool:
    return column.kind not in {Kind.TEXT, Kind.FLAG}


def raw(value: Cell) -> str:
    """Return the unrounded value, for sorting."""
    if value is None:
        return ""
    return str(int(value) if isinstance(value, bool) else value)


def _cost(value: float) -> str:
    """Keep small amounts from being rounded to zero."""
    return f"${value:,.2f}" if value == 0 or abs(value) >= _CENT else f"${value:.2g}"


_NUMBERS: dict[Kind, Callable[[float], str]] = {
    **dict.fromkeys(Kind, lambda value: f"{value:,.2f}"),
    Kind.COUNT: lambda value: f"{value:,}" if isinstance(value, int) else f"{value:,.1f}",
    Kind.SCORE: lambda value: f"{value:.3f}",
    Kind.DIFFERENCE: lambda value: f"{value:+.3f}".replace("-", "−"),
    Kind.SHARE: lambda value: f"{value * 100:.1f}\N{NO-BREAK SPACE}%",
    Kind.SECONDS: lambda value: f"{value:,.1f}\N{NO-BREAK SPACE}s",
    Kind.COST: _cost,
}
