"""How formulas are written: as Python would read them."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Factor(NamedTuple):
    """A power in a product: the base with its kind, and the exponent as text and, if it is one, as number."""

    base: str
    kind: str
    exponent: str
    value: Fraction | float | None


def number(value: Fraction | float) -> str:
    if isinstance(value, Fraction):
        return str(value)
    text = f"{value:.15g}"
    return "0" if text == "-0" else text


def total(terms: list[str]) -> str:
    """Join terms with plus and minus, with a positive one in front if there is one."""
    front = next((term for term in terms if not term.startswith("-")), terms[0])
    others = list(terms)
    others.remove(front)
    text = front
    for term in others:
        text += f" - {term[1:]}" if term.startswith("-") else f" + {term}"
    return text


def product(value: Fraction | float, factors: list[Factor]) -> str:
    """Write a coefficient and powers; negative powers become the denominator."""
    above = [_power(factor) for factor in factors if not _is_negative(factor)]
    below = [_power(_turned(factor)) for factor in factors if _is_negative(factor)]
    sign, size = ("-", -value) if value < 0 else ("", value)
    if isinstance(size, Fraction):
        front, divisor = size.numerator, size.denominator
        above = [str(front), *above] if front != 1 or not above else above
        below = [str(divisor), *below] if divisor != 1 else below
    elif size != 1 or not above:
        above = [number(size), *above]
    text = sign + "*".join(above)
    if len(below) == 1:
        return f"{text}/{below[0]}"
    return f"{text}/({'*'.join(below)})" if below else text


def _is_negative(factor: Factor) -> bool:
    # exp(-x) reads better than 1/exp(x).
    return factor.value is not None and factor.value < 0 and factor.base != "E"


def _turned(factor: Factor) -> Factor:
    assert factor.value is not None
    return factor._replace(value=-factor.value, exponent=number(-factor.value))


def _power(factor: Factor) -> str:
    if factor.base == "E" and factor.exponent != "1":
        return f"exp({factor.exponent})"
    if factor.value == Fraction(1, 2):
        return f"sqrt({factor.base})"
    closed = factor.kind in {"sum", "product", "power"} or (
        factor.kind == "number" and not factor.base.isdigit() and factor.exponent != "1"
    )
    base = f"({factor.base})" if closed else factor.base
    if factor.exponent == "1":
        return f"({factor.base})" if factor.kind == "sum" else factor.base
    simple = factor.exponent.isidentifier() or factor.exponent.replace(".", "", 1).isdigit()
    return f"{base}**{factor.exponent if simple else f'({factor.exponent})'}"
