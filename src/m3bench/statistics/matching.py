"""Assignments and matchings, by SciPy where it is installed and worth its import."""

from __future__ import annotations

import itertools
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from m3bench.statistics.shortest_paths import ShortestPaths

Floats = NDArray[np.float64]
Indexes = NDArray[np.intp]

_SMALL = 64
"""Cells of a matrix that is assigned without SciPy at first."""
_FEW = 1_000
"""How many: importing SciPy takes longer than these."""
_made = itertools.count()


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
