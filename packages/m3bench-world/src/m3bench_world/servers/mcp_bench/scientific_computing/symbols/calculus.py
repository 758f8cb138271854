"""Derivatives, and the shorter of two forms of a formula."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

from m3bench_world.servers.mcp_bench.scientific_computing.symbols.functions import (
    apply,
    inverse,
    outer_derivative,
)
from m3bench_world.servers.mcp_bench.scientific_computing.symbols.nodes import (
    ONE,
    ZERO,
    Node,
    TooComplex,
    add,
    is_whole,
    is_zero,
    multiply,
    number,
    power,
)

MOST_TERMS = 200


def derivative(node: Node, axis: str) -> Node:
    """Return the partial derivative of a formula by x, y or z."""
    if node.kind in {"number", "symbol"}:
        return ONE if node.text == axis else ZERO
    if node.kind == "sum":
        return add(*(derivative(part, axis) for part in node.parts))
    if node.kind == "product":
        return _of_product(node, axis)
    if node.kind == "function":
        inner = derivative(node.parts[0], axis)
        return ZERO if is_zero(inner) else multiply(outer_derivative(node.name, node.parts[0]), inner)
    return _of_power(node, axis)


def _of_product(node: Node, axis: str) -> Node:
    terms = []
    for index, part in enumerate(node.parts):
        inner = derivative(part, axis)
        if not is_zero(inner):
            others = (*node.parts[:index], *node.parts[index + 1 :])
            terms.append(multiply(number(node.value), inner, *others))
    return add(*terms)


def _of_power(node: Node, axis: str) -> Node:
    base, exponent = node.parts
    by_base, by_exponent = derivative(base, axis), derivative(exponent, axis)
    terms = []
    if not is_zero(by_base):
        lower = power(base, add(exponent, number(-1)))
        terms.append(multiply(exponent, lower, by_base))
    if not is_zero(by_exponent):
        terms.append(multiply(node, apply("log", base), by_exponent))
    return add(*terms)


def simplified(node: Node) -> Node:
    """Return the shortest of the formula, its expanded form, and those with common factors in front."""
    forms = [node]
    for change in (expanded, factored, lambda each: factored(expanded(each))):
        with suppress(TooComplex):
            forms.append(change(node))
    return min(forms, key=lambda each: len(each.text))


def expanded(node: Node) -> Node:
    """Return the formula with products and whole powers of sums multiplied out."""
    if node.kind == "sum":
        return add(*map(expanded, node.parts))
    if node.kind == "product":
        return _spread(number(node.value), *map(expanded, node.parts))
    if node.kind == "function":
        return apply(node.name, expanded(node.parts[0]))
    if node.kind == "power":
        base, exponent = map(expanded, node.parts)
        times = int(exponent.value) if is_whole(exponent) else 0
        if base.kind == "sum" and 2 <= abs(times) <= 8:
            spread = _spread(*[base] * abs(times))
            return spread if times > 0 else inverse(spread)
        return power(base, exponent)
    return node


def factored(node: Node) -> Node:
    """Return a sum with the powers that all of its terms share in front."""
    if node.kind != "sum":
        return node
    terms = [_powers(term) for term in node.parts]
    shared = [base for base in terms[0] if all(base in term for term in terms[1:])]
    lowest = [min((term[base] for term in terms), key=lambda each: each.parts[1].value) for base in shared]
    if not lowest:
        return node
    below = [power(each.parts[0], number(-each.parts[1].value)) for each in lowest]
    inner = expanded(add(*(multiply(term, *below) for term in node.parts)))
    return multiply(inner, *(power(*each.parts) for each in lowest))


def _powers(term: Node) -> dict[str, Node]:
    """Return the factors of a term as powers with a number as exponent, by the text of the base."""
    found: dict[str, Node] = {}
    for factor in term.parts if term.kind == "product" else (term,):
        if factor.kind == "power" and factor.parts[1].kind == "number":
            found[factor.parts[0].text] = factor
        elif factor.kind != "number":
            found[factor.text] = Node("power", factor.text, parts=(factor, ONE))
    return found


def _spread(*factors: Node) -> Node:
    done: Node = ONE
    for factor in factors:
        left = done.parts if done.kind == "sum" else (done,)
        right = factor.parts if factor.kind == "sum" else (factor,)
        if len(left) * len(right) > MOST_TERMS:
            raise TooComplex("too many terms")
        done = add(*(multiply(one, other) for one, other in product(left, right)))
    return done
