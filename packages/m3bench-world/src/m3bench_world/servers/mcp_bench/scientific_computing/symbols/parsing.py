"""Reading formulas from text (a little of Python's syntax, nothing is executed), and their values."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from m3bench.servers.kit import BadArgument
from m3bench_world.servers.mcp_bench.scientific_computing.symbols.functions import (
    CONSTANTS,
    NAMES,
    NUMERIC,
    call,
    inverse,
)
from m3bench_world.servers.mcp_bench.scientific_computing.symbols.nodes import (
    AXES,
    Node,
    TooComplex,
    add,
    multiply,
    number,
    power,
    symbol,
)

LONGEST_TEXT = 1_000
MOST_NODES = 600
DEEPEST = 120
_ALLOWED = re.compile(r"[A-Za-z0-9_+\-*/^().,\[\]\s²³·×−]*")
_SPELLINGS = str.maketrans({"^": "**", "²": "**2", "³": "**3", "·": "*", "×": "*", "−": "-", "\n": " "})
_OPERATIONS: dict[type[ast.operator], Callable[[Node, Node], Node]] = {
    ast.Add: add,
    ast.Sub: lambda left, right: add(left, multiply(number(-1), right)),
    ast.Mult: multiply,
    ast.Div: lambda left, right: multiply(left, inverse(right)),
    ast.Pow: power,
}


def parse_formula(text: str, name: str) -> Node:
    """Read a scalar such as `x**2 + y*z`."""
    tree = _tree(text, name)
    if isinstance(tree, ast.List | ast.Tuple):
        raise BadArgument(name, "it is a field; pass one formula, such as 'x**2 + y*z'")
    return _node(tree, name)


def parse_field(text: str, name: str) -> tuple[Node, Node, Node]:
    """Read a field such as `[x*y, y*z, z*x]`. A missing third component is 0."""
    tree = _tree(text, name)
    if not isinstance(tree, ast.List | ast.Tuple) or len(tree.elts) not in {2, 3}:
        raise BadArgument(name, "a vector field has three formulas in brackets, such as '[x*y, y*z, z*x]'")
    first, second, third = [*(_node(part, name) for part in tree.elts), number(0)][:3]
    return first, second, third


def _tree(text: str, name: str) -> ast.expr:
    cleaned = text.strip()
    if not cleaned or len(cleaned) > LONGEST_TEXT:
        raise BadArgument(name, f"a formula has 1 to {LONGEST_TEXT:,} characters; this has {len(cleaned):,}")
    if not _ALLOWED.fullmatch(cleaned):
        odd = next(letter for letter in cleaned if not _ALLOWED.fullmatch(letter))
        raise BadArgument(name, f"{odd!r} has no meaning in a formula; write it like 'x**2 + sin(y)*z'")
    try:
        tree = ast.parse(cleaned.translate(_SPELLINGS), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        advice = "write products with *, as in '2*x', and close all brackets"
        raise BadArgument(name, f"'{cleaned[:60]}' cannot be read as a formula; {advice}") from None
    _check_size(tree, name)
    return tree


def _check_size(tree: ast.expr, name: str) -> None:
    level: list[ast.AST] = [tree]
    depth = nodes = 0
    while level:
        nodes += len(level)
        depth += 1
        if nodes > MOST_NODES or depth > DEEPEST:
            raise BadArgument(name, "the formula is too large; pass a shorter one")
        level = [
            child for node in level for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)
        ]


def _node(tree: ast.expr, name: str) -> Node:
    try:
        return _read(tree, name)
    except TooComplex as problem:
        raise BadArgument(name, f"the formula cannot be used: {problem}") from None


def _read(tree: ast.expr, name: str) -> Node:
    if isinstance(tree, ast.Constant):
        return _constant(tree.value, name)
    if isinstance(tree, ast.Name):
        return _named(tree.id, name)
    if isinstance(tree, ast.BinOp) and type(tree.op) in _OPERATIONS:
        return _OPERATIONS[type(tree.op)](_read(tree.left, name), _read(tree.right, name))
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub | ast.UAdd):
        inner = _read(tree.operand, name)
        return multiply(number(-1), inner) if isinstance(tree.op, ast.USub) else inner
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and not tree.keywords:
        found = call(tree.func.id, [_read(argument, name) for argument in tree.args])
        if found is not None:
            return found
        raise BadArgument(name, f"'{tree.func.id[:30]}' is no function here; there are: {', '.join(NAMES)}")
    raise BadArgument(name, "only numbers, x, y, z, + - * / **, brackets and functions are allowed")


def _constant(value: object, name: str) -> Node:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadArgument(name, "only real numbers are allowed in a formula")
    if isinstance(value, float) and not math.isfinite(value):
        raise BadArgument(name, "a number in the formula is too large to represent")
    return number(Fraction(value) if isinstance(value, int) else value)


def _named(word: str, name: str) -> Node:
    if word in AXES:
        return symbol(word)
    if word in CONSTANTS:
        return CONSTANTS[word]
    raise BadArgument(name, f"'{word[:30]}' is unknown; the variables are x, y and z, the constants pi and e")


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
