"""Numbers from formulas."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from m3bench_world.servers.mcp_bench.scientific_computing.symbols.functions import NUMERIC
from m3bench_world.servers.mcp_bench.scientific_computing.symbols.nodes import AXES, Node

_CONSTANTS = {"E": math.e, "pi": math.pi}
_NUMPY = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh", "acosh": "arccosh"}
_NUMPY |= {"atanh": "arctanh"}


def evaluate(node: Node, point: Mapping[str, float]) -> float | None:
    """Return the value at a point, or `None` if there is none."""
    try:
        value = _scalar(node, point)
    except (ValueError, OverflowError, ZeroDivisionError):
        return None
    return value if math.isfinite(value) else None


def _scalar(node: Node, point: Mapping[str, float]) -> float:
    if node.kind == "number":
        return float(node.value)
    if node.kind == "symbol":
        return point[node.text] if node.text in AXES else _CONSTANTS[node.text]
    values = [_scalar(part, point) for part in node.parts]
    if node.kind == "sum":
        return math.fsum(values)
    if node.kind == "product":
        return math.prod(values, start=float(node.value))
    if node.kind == "power":
        return math.pow(*values)
    return NUMERIC[node.name](values[0])


def values_on_grid(node: Node, point: Mapping[str, Any]) -> Any:
    """Return the values at many points (arrays of numpy); NaN or infinity where there is none."""

    def read(part: Node) -> Any:
        if part.kind == "number":
            return float(part.value)
        if part.kind == "symbol":
            return point[part.text] if part.text in AXES else _CONSTANTS[part.text]
        values = [read(inner) for inner in part.parts]
        if part.kind == "sum":
            return sum(values)
        if part.kind == "product":
            return math.prod(values, start=float(part.value))
        if part.kind == "power":
            return np.power(np.asarray(values[0], dtype=float), values[1])
        return getattr(np, _NUMPY.get(part.name, part.name))(values[0])

    shape = np.broadcast_shapes(*(np.shape(values) for values in point.values()))
    with np.errstate(all="ignore"):
        return np.broadcast_to(np.asarray(read(node), dtype=float), shape)
