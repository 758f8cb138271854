"""Arguments of the plots, and the values that they show."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
from PIL import Image

from m3bench.servers.kit import BadArgument
from m3bench_world.servers.mcp_bench.scientific_computing.plots import (
    MOST_CELLS,
    draw_curve,
    draw_field,
    draw_surface,
)
from m3bench_world.servers.mcp_bench.scientific_computing.symbols import (
    AXES,
    parse_field,
    parse_formula,
    values_on_grid,
)

Span = tuple[float, float]
LARGEST_BOUND = 1e6
MOST_ARROWS_A_SIDE = 16
_FINEST = 2_000


def plot_field(text: str, bounds: Any, n: int) -> tuple[Image.Image, str]:
    """Draw a vector field. Returns the picture and a sentence about it."""
    field = parse_field(text, "f_str")
    numbers = _numbers(bounds, "bounds", 6, "-1,1,-1,1,-1,1")
    spans = _span(numbers[:2], "bounds"), _span(numbers[2:4], "bounds"), _span(numbers[4:], "bounds")
    if not 2 <= n <= MOST_ARROWS_A_SIDE:
        raise BadArgument("n", f"{n} is not between 2 and {MOST_ARROWS_A_SIDE} arrows a side")
    grid = np.meshgrid(*(np.linspace(*span, n) for span in spans), indexing="ij")
    places = np.array([axis.ravel() for axis in grid])
    point = dict(zip(AXES, places, strict=True))
    vectors = np.array([values_on_grid(part, point) for part in field])
    sizes = np.linalg.norm(vectors, axis=0)
    finite = sizes[np.isfinite(sizes)]
    if not finite.size:
        raise BadArgument("f_str", "the field has no value anywhere in these bounds")
    picture = draw_field(f"[{', '.join(part.text for part in field)}]", places, vectors, spans)
    said = f"Vector field on a grid of {n} × {n} × {n}; lengths {finite.min():.6g} to {finite.max():.6g}."
    return picture, said


def plot_formula(text: str, xlim: Any, ylim: Any, grid: Any) -> tuple[Image.Image, str]:
    """Draw a formula: of x alone as a curve, of x and y as a surface."""
    formula = parse_formula(text, "expr_str")
    across = _span(_numbers(xlim, "xlim", 2, "[-5, 5]"), "xlim")
    up = _span(_numbers(ylim, "ylim", 2, "[-5, 5]"), "ylim")
    count = _count(grid)
    used = {axis for axis in AXES if axis in _symbols(formula)}
    if "z" in used:
        raise BadArgument("expr_str", "z is the height here; write the formula in x, or in x and y")
    if "y" not in used:
        xs = np.linspace(*across, max(count, 50))
        ys = values_on_grid(formula, {"x": xs, "y": 0.0, "z": 0.0})
        picture = draw_curve(formula.text, xs, ys, across, up)
    else:
        cells = min(count, MOST_CELLS)
        xs, rows = np.meshgrid(np.linspace(*across, cells), np.linspace(*up, cells))
        ys = values_on_grid(formula, {"x": xs, "y": rows, "z": 0.0})
        _check_some(ys)
        picture = draw_surface(formula.text, ys, across, up)
    low, high = _check_some(ys)
    kind = "Surface" if "y" in used else "Curve"
    return picture, f"{kind} of {formula.text}; values {low:.6g} to {high:.6g} where it is defined."


def _check_some(values: Any) -> Span:
    finite = values[np.isfinite(values)]
    if not finite.size:
        raise BadArgument("expr_str", "the formula has no value anywhere in this window")
    return float(finite.min()), float(finite.max())


def _symbols(node: Any) -> set[str]:
    if node.kind == "symbol":
        return {node.text}
    return set().union(*(_symbols(part) for part in node.parts))


def _numbers(value: Any, name: str, count: int, example: str) -> list[float]:
    """Return numbers given as a list, or as text with or without brackets."""
    if isinstance(value, str):
        try:
            value = json.loads(f"[{value.strip().strip('[]()')}]")
        except (ValueError, RecursionError):
            value = None
    numbers = list(value) if isinstance(value, list | tuple) else []
    real = all(isinstance(number, int | float) and not isinstance(number, bool) for number in numbers)
    if len(numbers) != count or not real or not all(abs(number) <= LARGEST_BOUND for number in numbers):
        raise BadArgument(name, f"pass {count} numbers between ±{LARGEST_BOUND:g}, such as {example}")
    return [float(number) for number in numbers]


def _span(pair: list[float], name: str) -> Span:
    low, high = pair
    if not high - low > 1e-6:
        raise BadArgument(name, f"{high:g} is not above {low:g}; write the lower bound first")
    return low, high


def _count(grid: Any) -> int:
    try:
        number = (
            float(grid) if isinstance(grid, int | float | str) and not isinstance(grid, bool) else math.nan
        )
    except (ValueError, OverflowError):
        number = math.nan
    if not (math.isfinite(number) and 2 <= number <= _FINEST and number == int(number)):
        raise BadArgument("grid", f"pass a whole number of points from 2 to {_FINEST:,}, such as 200")
    return int(number)
