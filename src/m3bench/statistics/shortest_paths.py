"""The linear assignment problem by shortest augmenting paths (Jonker and Volgenant 1987, Crouse 2016)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indexes = NDArray[np.intp]
_NONE = -1


class ShortestPaths:
    """Assigns a column to every row, one row after the other, at the least total cost.

    Args:
        costs: Finite numbers, with at least as many columns as rows.
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
            place = self._nearest(left_columns, distances[left_columns])
            column = int(left_columns[place])
            shortest = float(distances[column])
            seen_columns.append(column)
            left -= 1
            remaining[place] = remaining[left]
            if self._row_of[column] == _NONE:
                break
            row = int(self._row_of[column])
        self._update_prices(first, seen_rows, seen_columns, distances, shortest)
        self._take(column, first, before)

    def _nearest(self, columns: Indexes, distances: Floats) -> int:
        """Return the place of the nearest column: the last free one, or else the first."""
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
