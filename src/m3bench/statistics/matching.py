"""Assignments and matchings, by SciPy where it is installed and worth its import."""

from __future__ import annotations

import itertools
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indexes = NDArray[np.intp]

_SMALL = 64
"""Cells of a matrix that is assigned without SciPy at first."""
_FEW = 1_000
"""How many: importing SciPy takes longer than these."""
_made = itertools.count()
_NONE = -1


def assign(costs: Floats, *, maximize: bool = False) -> tuple[Indexes, Indexes]:
    """Return the rows and columns of the cheapest assignment of a finite matrix.

    Of several with the same cost, it is the one that `scipy.optimize.linear_sum_assignment` finds.
    """
    if costs.size <= _SMALL and "scipy.optimize" not in sys.modules and next(_made) < _FEW:
        return assign_without_scipy(-costs if maximize else costs)
    try:
        from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - slow to import
    except ModuleNotFoundError:
        return assign_without_scipy(-costs if maximize else costs)
    rows, columns = linear_sum_assignment(costs, maximize=maximize)
    return rows, columns


def assign_without_scipy(costs: Floats) -> tuple[Indexes, Indexes]:
    """Do what `assign` does."""
    if costs.shape[0] <= costs.shape[1]:
        return np.arange(costs.shape[0]), ShortestPaths(costs).columns()
    rows = ShortestPaths(costs.T).columns()
    order = np.argsort(rows)
    return rows[order], order


def largest_matching(fits: NDArray[Any]) -> list[int | None]:
    """Return a column for each row, or None, so that as many rows as possible have one they fit."""
    columns_of = [np.flatnonzero(row).tolist() for row in fits]
    row_of: dict[int, int] = {}
    for row in range(len(columns_of)):
        _augment(row, columns_of, row_of)
    column_of = {row: column for column, row in row_of.items()}
    return [column_of.get(row) for row in range(len(columns_of))]


def _augment(first: int, columns_of: list[list[int]], row_of: dict[int, int]) -> None:
    """Find a path on which every row takes a column from the next, and the last takes a free one."""
    came_from: dict[int, int] = {}
    waiting = [first]
    for row in waiting:
        for column in columns_of[row]:
            if column in came_from:
                continue
            came_from[column] = row
            if column in row_of:
                waiting.append(row_of[column])
                continue
            _take(column, first, came_from, row_of)
            return


def _take(column: int, first: int, came_from: dict[int, int], row_of: dict[int, int]) -> None:
    column_of = {row: taken for taken, row in row_of.items()}
    while True:
        row = came_from[column]
        row_of[column] = row
        if row == first:
            return
        column = column_of[row]


class ShortestPaths:
    """Assigns a column to every row, one row after the other, at the least total cost.

    It takes shortest augmenting paths (Jonker and Volgenant 1987, Crouse 2016). The costs are finite, with at
    least as many columns as rows.
    """

    def __init__(self, costs: Floats) -> None:
        rows, columns = costs.shape
        self._costs = np.ascontiguousarray(costs, dtype=np.float64)
        self._row_prices, self._column_prices = np.zeros(rows), np.zeros(columns)
        self._column_of, self._row_of = np.full(rows, _NONE), np.full(columns, _NONE)

    def columns(self) -> Indexes:
        """Return the column of each row."""
        for row in range(len(self._column_of)):
            self._assign(row)
        return self._column_of

    def _assign(self, first: int) -> None:
        count = len(self._row_of)
        before, distances = np.full(count, _NONE), np.full(count, np.inf)
        # From the last to the first: of equal costs, the solution is the identity.
        remaining = np.arange(count)[::-1].copy()
        seen_rows: list[int] = []
        seen_columns: list[int] = []
        row, shortest, left = first, 0.0, count
        while True:
            if seen_columns:
                seen_rows.append(row)
            left_columns = remaining[:left]
            reached = shortest + self._costs[row, left_columns]
            reached = reached - self._row_prices[row] - self._column_prices[left_columns]
            nearer = reached < distances[left_columns]
            distances[left_columns[nearer]] = reached[nearer]
            before[left_columns[nearer]] = row
            index = self._nearest(left_columns, distances[left_columns])
            column = int(left_columns[index])
            shortest = float(distances[column])
            seen_columns.append(column)
            left -= 1
            remaining[index] = remaining[left]
            if self._row_of[column] == _NONE:
                break
            row = int(self._row_of[column])
        self._update_prices(first, seen_rows, seen_columns, distances, shortest)
        self._take(column, first, before)

    def _nearest(self, columns: Indexes, distances: Floats) -> int:
        """Return the index of the nearest column: the last free one, or else the first."""
        nearest = np.flatnonzero(distances == distances.min())
        free = nearest[self._row_of[columns[nearest]] == _NONE]
        return int(free[-1] if len(free) else nearest[0])

    def _update_prices(
        self, first: int, rows: list[int], columns: list[int], distances: Floats, shortest: float
    ) -> None:
        self._row_prices[first] += shortest
        self._row_prices[rows] += shortest - distances[self._column_of[rows]]
        self._column_prices[columns] -= shortest - distances[columns]

    def _take(self, column: int, first: int, before: Indexes) -> None:
        row = _NONE
        while row != first:
            row = int(before[column])
            self._row_of[column] = row
            taken, self._column_of[row] = int(self._column_of[row]), column
            column = taken
