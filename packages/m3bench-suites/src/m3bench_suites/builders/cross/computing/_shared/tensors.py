"""Tensors as they are printed, and the calls that store them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from m3bench.suites import CallResult, PlanError, PlannedCall, call
from m3bench_suites.builders.cross.family import TaskDraw

SERVER = "Scientific Computing"
Vector = list[float]
Matrix = list[list[float]]
_BARE_DOT = re.compile(r"(?<=\d)\.(?!\d)")
_COMPLEX = re.compile(r"(?P<real>-?[\d.]+(?:e[-+]\d+)?)\s*(?P<imag>[-+]\s*[\d.]+(?:e[-+]\d+)?)j")
_TRIES = 60


def tool(name: str) -> str:
    return f"{SERVER}/{name}"


def store(name: str, values: Sequence[Any], *uses: CallResult) -> PlannedCall:
    """Return the call that stores a vector or a matrix under a name.

    Args:
        name: The name. A tensor that has it is replaced.
        values: Numbers, or rows of numbers.
        uses: The results that the numbers come from.
    """
    rows = values if isinstance(values[0], list | tuple) else None
    shape = [len(values)] if rows is None else [len(values), len(values[0])]
    flat = list(values) if rows is None else [value for row in values for value in row]
    return call(tool("create_tensor"), *uses, shape=shape, values=flat, name=name)


def read_vector(printed: str) -> Vector:
    """Return a vector as printed. Raise `PlanError` if it is none of real numbers."""
    values = _read(printed)
    if not isinstance(values, list) or not all(isinstance(value, int | float) for value in values):
        raise PlanError(f"no vector of real numbers: {printed[:80]}")
    return [float(value) for value in values]


def read_matrix(printed: str) -> Matrix:
    """Return a matrix as printed. Raise `PlanError` if it is none of real numbers."""
    values = _read(printed)
    if not isinstance(values, list) or not all(isinstance(row, list) for row in values):
        raise PlanError(f"no matrix of real numbers: {printed[:80]}")
    return [[float(value) for value in row] for row in values]


def read_real_parts(printed: str) -> Vector:
    """Return the real parts of a printed vector or matrix, row by row, also where all numbers are real."""
    parts = [float(match["real"]) for match in _COMPLEX.finditer(printed)]
    return parts or [float(match) for match in re.findall(r"-?[\d.]+(?:e[-+]\d+)?", printed)]


def _read(printed: str) -> Any:
    try:
        return json.loads(_BARE_DOT.sub(".0", printed))
    except ValueError:
        raise PlanError(f"no tensor of real numbers: {printed[:80]}") from None


def written(values: Any) -> str:
    """Return numbers or rows as they are written in a request."""
    return json.dumps(values)


def draw_matrix(draw: TaskDraw, low: int, high: int, *name: object) -> list[list[int]]:
    """Return a matrix of three rows whose columns are clearly independent."""
    for attempt in range(_TRIES):
        rows = [
            [draw.whole(low, high, *name, attempt, row, column) for column in range(3)] for row in range(3)
        ]
        if abs(determinant(rows)) >= 3:
            return rows
    raise PlanError("no matrix with independent columns was drawn.")


def determinant(rows: Sequence[Sequence[float]]) -> float:
    """Return the determinant of a matrix of three rows."""
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
