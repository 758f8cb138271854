"""Vector calculus in symbols."""

from __future__ import annotations

import math
from typing import Any

from m3bench.servers.kit import BadArgument
from m3bench_world.servers.mcp_bench.scientific_computing.symbols import (
    AXES,
    Node,
    TooComplex,
    add,
    derivative,
    evaluate,
    multiply,
    number,
    parse_field,
    parse_formula,
    simplified,
)


def gradient(text: str) -> str:
    formula = parse_formula(text, "f_str")
    return _written([_by(formula, axis) for axis in AXES])


def curl(text: str, point: list[float] | None) -> dict[str, Any]:
    x, y, z = parse_field(text, "f_str")
    parts = [
        _difference(_by(z, "y"), _by(y, "z")),
        _difference(_by(x, "z"), _by(z, "x")),
        _difference(_by(y, "x"), _by(x, "y")),
    ]
    found: dict[str, Any] = {"curl_sym": _written(parts)}
    return (
        found if point is None else found | {"curl_val": [_at(part, point) for part in parts], "point": point}
    )


def divergence(text: str, point: list[float] | None) -> dict[str, Any]:
    field = parse_field(text, "f_str")
    whole = _total([_by(part, axis) for part, axis in zip(field, AXES, strict=True)])
    found: dict[str, Any] = {"divergence_sym": whole.text}
    return found if point is None else found | {"divergence_val": _at(whole, point), "point": point}


def laplacian(text: str, *, is_vector: bool) -> str:
    if is_vector:
        return _written([_laplacian(part) for part in parse_field(text, "f_str")])
    return _laplacian(parse_formula(text, "f_str")).text


def along(text: str, direction: list[float], *, unit: bool) -> str:
    """Return the derivative of a formula along a direction of two or three numbers."""
    formula = parse_formula(text, "f_str")
    if len(direction) not in {2, 3} or not all(abs(part) <= 1e100 for part in direction):
        raise BadArgument("u", "a direction has three numbers, such as [1, 1, 1]")
    length = math.hypot(*direction)
    if length == 0:
        raise BadArgument("u", "the vector is zero and has no direction")
    steps = [_number(part / length if unit else part) for part in direction]
    return _total([multiply(step, _by(formula, axis)) for step, axis in zip(steps, AXES, strict=False)]).text


def _number(value: float) -> Node:
    return number(int(value)) if float(value).is_integer() else number(value)


def _by(formula: Node, axis: str) -> Node:
    try:
        return simplified(derivative(formula, axis))
    except TooComplex as problem:
        raise BadArgument("f_str", f"its derivative cannot be written: {problem}") from None


def _total(parts: list[Node]) -> Node:
    try:
        return simplified(add(*parts))
    except TooComplex as problem:
        raise BadArgument("f_str", f"the result cannot be written: {problem}") from None


def _difference(left: Node, right: Node) -> Node:
    return _total([left, multiply(number(-1), right)])


def _laplacian(formula: Node) -> Node:
    return _total([_by(_by(formula, axis), axis) for axis in AXES])


def _written(parts: list[Node]) -> str:
    return f"[{', '.join(part.text for part in parts)}]"


def _at(formula: Node, point: list[float]) -> float:
    if len(point) not in {2, 3} or not all(math.isfinite(part) for part in point):
        raise BadArgument("point", "a point has three numbers, such as [1, 2, 3]")
    value = evaluate(formula, dict(zip(AXES, [*point, 0.0], strict=False)))
    if value is None:
        raise BadArgument("point", f"{formula.text[:80]} has no value at {point}")
    return float(f"{value:.12g}") + 0.0
