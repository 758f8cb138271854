"""Named functions: their values, their derivatives and their special values."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from m3bench_world.servers.mcp_bench.scientific_computing.symbols.nodes import (
    ONE,
    PI,
    ZERO,
    E,
    Node,
    TooComplex,
    add,
    is_zero,
    multiply,
    number,
    power,
    split_coefficient,
)

_HALF, _MINUS = number(Fraction(1, 2)), number(-1)

ODD = frozenset({"sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh", "sign"})
EVEN = frozenset({"cos", "cosh", "abs"})
NUMERIC: dict[str, Callable[[float], float]] = {
    **{name: getattr(math, name) for name in ("sin", "cos", "tan", "asin", "acos", "atan")},
    **{name: getattr(math, name) for name in ("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "log")},
    "abs": abs,
    "sign": lambda value: float((value > 0) - (value < 0)),
}
# sin and cos at multiples of π/2.
_QUARTERS = {"sin": (0, 1, 0, -1), "cos": (1, 0, -1, 0)}
_AT_ZERO = {"cos": 1, "cosh": 1}


def square_root(node: Node) -> Node:
    return power(node, _HALF)


def inverse(node: Node) -> Node:
    return power(node, _MINUS)


def apply(name: str, argument: Node) -> Node:
    """Return the function of an argument, simplified where its value is known."""
    known = _known(name, argument)
    if known is not None:
        return known
    if split_coefficient(argument)[0] < 0 and name in ODD | EVEN:
        turned = apply(name, multiply(_MINUS, argument))
        return turned if name in EVEN else multiply(_MINUS, turned)
    return Node("function", f"{name}({argument.text})", name=name, parts=(argument,))


def _known(name: str, argument: Node) -> Node | None:
    """Return the value of a function where it is a simpler formula, such as cos(0)."""
    if argument.kind == "number" and isinstance(argument.value, float):
        return number(_value(name, argument.value))
    if is_zero(argument) and name in ODD | EVEN:
        return number(_AT_ZERO.get(name, 0))
    if name == "log":
        is_power = argument.kind == "power" and argument.parts[0].text == "E"
        return argument.parts[1] if is_power else {"1": ZERO, "E": ONE}.get(argument.text)
    value, rest = split_coefficient(argument)
    if name in _QUARTERS and rest.text == "pi" and isinstance(value, Fraction):
        return number(_QUARTERS[name][int(2 * value) % 4]) if (2 * value).denominator == 1 else None
    return None


def _value(name: str, value: float) -> float:
    try:
        return NUMERIC[name](value)
    except (ValueError, OverflowError):
        raise TooComplex(f"{name}({value:g}) has no real value") from None


def outer_derivative(name: str, argument: Node) -> Node:
    """Return the derivative of a function at an argument, before the chain rule."""
    square = power(argument, number(2))
    rules: dict[str, Callable[[], Node]] = {
        "sin": lambda: apply("cos", argument),
        "cos": lambda: multiply(_MINUS, apply("sin", argument)),
        "tan": lambda: add(ONE, power(apply("tan", argument), number(2))),
        "asin": lambda: inverse(square_root(_one_minus(square))),
        "acos": lambda: multiply(_MINUS, inverse(square_root(_one_minus(square)))),
        "atan": lambda: inverse(add(ONE, square)),
        "sinh": lambda: apply("cosh", argument),
        "cosh": lambda: apply("sinh", argument),
        "tanh": lambda: _one_minus(power(apply("tanh", argument), number(2))),
        "asinh": lambda: inverse(square_root(add(ONE, square))),
        "acosh": lambda: inverse(square_root(add(square, _MINUS))),
        "atanh": lambda: inverse(_one_minus(square)),
        "log": lambda: inverse(argument),
        "abs": lambda: apply("sign", argument),
        "sign": lambda: ZERO,
    }
    return rules[name]()


def _one_minus(node: Node) -> Node:
    return add(ONE, multiply(_MINUS, node))


def call(name: str, arguments: list[Node]) -> Node | None:
    """Return the call of a function as it is written, or `None` if there is no such function."""
    if name in {"log", "ln"} and len(arguments) == 2:
        return multiply(apply("log", arguments[0]), inverse(apply("log", arguments[1])))
    build = _WRITTEN.get(name)
    if build is None or len(arguments) != 1:
        return None
    return build(arguments[0])


_WRITTEN: dict[str, Callable[[Node], Node]] = {
    **{name: partial(apply, name) for name in NUMERIC},
    "Abs": lambda argument: apply("abs", argument),
    "ln": lambda argument: apply("log", argument),
    "log10": lambda argument: multiply(apply("log", argument), inverse(apply("log", number(10)))),
    "exp": lambda argument: power(E, argument),
    "sqrt": square_root,
    "sec": lambda argument: inverse(apply("cos", argument)),
    "csc": lambda argument: inverse(apply("sin", argument)),
    "cot": lambda argument: multiply(apply("cos", argument), inverse(apply("sin", argument))),
    "arcsin": lambda argument: apply("asin", argument),
    "arccos": lambda argument: apply("acos", argument),
    "arctan": lambda argument: apply("atan", argument),
}
NAMES = tuple(sorted(_WRITTEN))
CONSTANTS = {"pi": PI, "e": E, "E": E}
