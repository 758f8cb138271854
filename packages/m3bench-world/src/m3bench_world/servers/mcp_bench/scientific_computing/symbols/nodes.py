"""Formulas in normal form. Equal formulas have equal text, so the text serves as the key of a formula."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import msgspec

from m3bench_world.servers.mcp_bench.scientific_computing.symbols import writing

AXES = ("x", "y", "z")
LONGEST = 12_000
"""Characters of a formula. A derivative that grows beyond this is refused."""
_MOST_BITS = 400

Value = Fraction | float


class TooComplex(Exception):
    """A formula grew beyond what is sensible, or has no value."""


class Node(msgspec.Struct, frozen=True):
    """A formula. `kind` says which of the other fields count.

    number: `value`. symbol: `text`. function: `name` and one part. power: base and exponent as parts.
    product: `value` as coefficient, factors as parts. sum: terms as parts.
    """

    kind: str
    text: str
    value: Value = Fraction(1)
    name: str = ""
    parts: tuple[Node, ...] = ()


def number(value: Value | int) -> Node:
    exact: Value = Fraction(value) if isinstance(value, int) else value
    if isinstance(exact, float) and not math.isfinite(exact):
        raise TooComplex("a number in it is too large to represent")
    if (
        isinstance(exact, Fraction)
        and exact.numerator.bit_length() + exact.denominator.bit_length() > _MOST_BITS
    ):
        try:
            exact = float(exact)
        except OverflowError:
            raise TooComplex("a number in it is too large to represent") from None
    return Node("number", writing.number(exact), exact)


def symbol(name: str) -> Node:
    return Node("symbol", name)


ZERO, ONE, E, PI = number(0), number(1), symbol("E"), symbol("pi")


def is_zero(node: Node) -> bool:
    return node.kind == "number" and node.value == 0


def is_whole(node: Node) -> bool:
    return node.kind == "number" and node.value == int(node.value)


def _bounded(node: Node) -> Node:
    if len(node.text) > LONGEST:
        raise TooComplex(f"the result is longer than {LONGEST:,} characters")
    return node


def add(*terms: Node) -> Node:
    """Return the sum, with like terms collected."""
    found: dict[str, tuple[Value, Node]] = {}
    for term in (inner for each in terms for inner in (each.parts if each.kind == "sum" else (each,))):
        value, rest = split_coefficient(term)
        before = found[rest.text][0] if rest.text in found else Fraction(0)
        found[rest.text] = (before + value, rest)
    kept = [_scaled(value, rest) for value, rest in found.values() if value != 0]
    if len(kept) < 2:
        return kept[0] if kept else ZERO
    kept.sort(key=_order)
    return _bounded(Node("sum", writing.total([part.text for part in kept]), parts=tuple(kept)))


def split_coefficient(term: Node) -> tuple[Value, Node]:
    """Return the number in front of a term, and the rest of the term."""
    if term.kind == "number":
        return term.value, ONE
    if term.kind == "product":
        return term.value, _product(Fraction(1), term.parts)
    return Fraction(1), term


def _scaled(value: Value, rest: Node) -> Node:
    if rest.kind == "number":
        return number(value * rest.value)
    return _product(value, rest.parts if rest.kind == "product" else (rest,))


def multiply(*factors: Node) -> Node:
    """Return the product, with powers of the same base collected."""
    value: Value = Fraction(1)
    bases: dict[str, tuple[Node, Node]] = {}
    for factor in (
        inner for each in factors for inner in (each.parts if each.kind == "product" else (each,))
    ):
        if factor.kind == "number":
            value *= factor.value
            continue
        base, exponent = factor.parts if factor.kind == "power" else (factor, ONE)
        before = bases[base.text][1] if base.text in bases else ZERO
        bases[base.text] = (base, add(before, exponent))
    for each in factors:
        value *= each.value if each.kind == "product" else 1
    return _collected(value, [power(base, exponent) for base, exponent in bases.values()])


def _collected(value: Value, powers: list[Node]) -> Node:
    """Join powers that may have become numbers or products of their own."""
    if any(each.kind in {"number", "product"} for each in powers):
        for each in powers:
            value *= each.value if each.kind in {"number", "product"} else 1
        simple = [each for each in powers if each.kind not in {"number", "product"}]
        inner = [part for each in powers if each.kind == "product" for part in each.parts]
        if inner:
            return multiply(number(value), *simple, *inner)
        powers = simple
    coefficient = number(value).value
    if coefficient == 0 or not powers:
        return number(coefficient)
    if len(powers) == 1 and powers[0].kind == "sum" and coefficient != 1:
        return add(
            *(_scaled(coefficient * front, rest) for front, rest in map(split_coefficient, powers[0].parts))
        )
    return _product(coefficient, tuple(sorted(powers, key=_factor_order)))


def _product(value: Value, factors: tuple[Node, ...]) -> Node:
    if value == 1 and len(factors) == 1:
        return factors[0]
    text = writing.product(value, [_written_factor(factor) for factor in factors])
    return _bounded(Node("product", text, value, parts=factors))


def _written_factor(factor: Node) -> writing.Factor:
    return _written_power(*factor.parts) if factor.kind == "power" else _written_power(factor, ONE)


def _written_power(base: Node, exponent: Node) -> writing.Factor:
    value = exponent.value if exponent.kind == "number" else None
    return writing.Factor(base.text, base.kind, exponent.text, value)


def power(base: Node, exponent: Node) -> Node:
    if exponent.kind == "number":
        if exponent.value in {0, 1}:
            return base if exponent.value else ONE
        if base.kind == "number":
            return _number_power(base, exponent)
        if base.text == "E" and isinstance(exponent.value, float):
            return number(_safely(math.exp, exponent.value))
        if is_whole(exponent) and base.kind in {"power", "product"}:
            return _whole_power(base, exponent)
    return _plain_power(base, exponent)


def _plain_power(base: Node, exponent: Node) -> Node:
    text = writing.product(Fraction(1), [_written_power(base, exponent)])
    return _bounded(Node("power", text, parts=(base, exponent)))


def _whole_power(base: Node, exponent: Node) -> Node:
    if base.kind == "power":
        return power(base.parts[0], multiply(base.parts[1], exponent))
    return multiply(power(number(base.value), exponent), *(power(part, exponent) for part in base.parts))


def _number_power(base: Node, exponent: Node) -> Node:
    value, times = base.value, exponent.value
    if value == 0:
        if times < 0:
            raise TooComplex("it divides by zero")
        return ZERO
    if value == 1:
        return ONE
    if isinstance(value, Fraction) and is_whole(exponent) and -64 <= times <= 64:
        return number(value ** int(times))
    if value < 0 and not is_whole(exponent):
        raise TooComplex("it takes a root of a negative number")
    if isinstance(value, Fraction) and isinstance(times, Fraction):
        return _exact_root(value, times) or _plain_power(base, exponent)
    return number(_safely(math.pow, float(value), float(times)))


def _exact_root(value: Fraction, times: Fraction) -> Node | None:
    """Return the power as an exact number if there is one, such as 4**(1/2)."""
    if abs(times) > 64 or times.denominator > 8:
        return None
    roots = [round(part ** (1 / times.denominator)) for part in (value.numerator, value.denominator)]
    exact = [root**times.denominator for root in roots]
    if exact != [value.numerator, value.denominator]:
        return None
    return number(Fraction(*roots) ** times.numerator)


def _safely(compute: Callable[..., float], *values: float) -> float:
    try:
        return compute(*values)
    except (OverflowError, ValueError):
        raise TooComplex("a number in it is too large, or not real") from None


def _order(node: Node) -> tuple[int, int, str]:
    """Terms of high degree first, as in `x**2 + y + 1`; numbers last."""
    if node.kind == "number":
        return (2, 0, "")
    rest = split_coefficient(node)[1]
    return (0 if rest.kind in {"symbol", "power", "product"} else 1, -degree(rest), rest.text)


def _factor_order(node: Node) -> tuple[int, str]:
    """Variables first, then sums, then functions."""
    base = node.parts[0] if node.kind == "power" else node
    return (
        0 if base.kind in {"number", "symbol"} and base.text != "E" else 1 if base.kind == "sum" else 2,
        node.text,
    )


def degree(node: Node) -> int:
    """Return the degree of a product of whole powers of x, y and z; 0 for everything else."""
    if node.kind == "symbol":
        return int(node.text in AXES)
    if node.kind == "product":
        return sum(map(degree, node.parts))
    if node.kind == "power" and is_whole(node.parts[1]):
        return degree(node.parts[0]) * min(int(node.parts[1].value), 1000)
    return 0
