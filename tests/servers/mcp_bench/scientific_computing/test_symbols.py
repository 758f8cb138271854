"""Formulas: read, differentiated and written, against differences and against textbook results."""

from __future__ import annotations

import math
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.servers.kit import BadArgument
from m3bench_world.servers.mcp_bench.scientific_computing.symbols import (
    TooComplex,
    derivative,
    evaluate,
    parse_field,
    parse_formula,
    simplified,
)

POINT = {"x": 0.7, "y": 1.3, "z": 0.4}
ATOMS = st.sampled_from(["x", "y", "z", "2", "3", "0.5", "pi", "1/3"])
FUNCTIONS = ["sin", "cos", "tan", "exp", "log", "sqrt", "atan", "asin", "acos", "sinh", "cosh", "tanh"]
FUNCTIONS += ["asinh", "acosh", "atanh", "abs", "sec", "csc", "cot", "log10"]
FORMULAS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.builds("({} + {})".format, inner, inner),
        st.builds("({} - {})".format, inner, inner),
        st.builds("{}*({})".format, inner, inner),
        st.builds("({})/({})".format, inner, inner),
        st.builds("({})**{}".format, inner, st.sampled_from(["2", "3", "(-1)", "(1/2)", "0.7"])),
        st.builds(
            "{}({})".format,
            st.sampled_from(FUNCTIONS),
            inner,
        ),
    ),
    max_leaves=6,
)


@pytest.mark.parametrize(
    ("text", "axis", "expected"),
    [
        ("x**3", "x", "3*x**2"),
        ("sin(x)*cos(x)", "x", "-sin(x)**2 + cos(x)**2"),
        ("x*exp(x)", "x", "(x + 1)*exp(x)"),
        ("log(x)", "x", "1/x"),
        ("x/y", "y", "-x/y**2"),
        ("x**y", "y", "x**y*log(x)"),
        ("2**x", "x", "2**x*log(2)"),
        ("atan(x)", "x", "1/(x**2 + 1)"),
        ("asin(x)", "x", "1/sqrt(1 - x**2)"),
        ("tanh(x)", "x", "1 - tanh(x)**2"),
        ("abs(x)", "x", "sign(x)"),
        ("sqrt(x)", "x", "1/(2*sqrt(x))"),
        ("(x + y)*(x - y)", "y", "-2*y"),
        ("5*9.81*z", "z", "49.05"),
        ("x^2 + 3·x − 1", "x", "2*x + 3"),
        ("y", "x", "0"),
    ],
)
def test_derivatives_of_textbooks(text: str, axis: str, expected: str) -> None:
    found = simplified(derivative(parse_formula(text, "f_str"), axis))
    assert evaluate(found, POINT) == pytest.approx(
        evaluate(parse_formula(expected, "f_str"), POINT), rel=1e-12
    )
    assert len(found.text) <= len(expected)


@given(FORMULAS, st.sampled_from("xyz"))
@settings(max_examples=150, deadline=None)
def test_derivatives_agree_with_differences(text: str, axis: str) -> None:
    with suppress(BadArgument, TooComplex):
        formula = parse_formula(text, "f_str")
        found = simplified(derivative(formula, axis))
        step = 1e-4
        sides = [evaluate(formula, POINT | {axis: POINT[axis] + shift * step}) for shift in (-2, -1, 1, 2)]
        value = evaluate(found, POINT)
        if value is None or any(side is None for side in sides) or abs(value) > 1e4:
            return
        far, near, over, beyond = (side or 0.0 for side in sides)
        difference = (far - 8 * near + 8 * over - beyond) / (12 * step)
        rough = max(abs(side) for side in (far, near, over, beyond)) * 1e-10 + 1e-6 * max(1.0, abs(value))
        curved = abs(beyond - 2 * over + 2 * near - far) / step**2
        if curved < 1e3:  # otherwise a pole is near, and differences tell nothing
            assert value == pytest.approx(difference, abs=rough + curved * 1e-6)


@given(FORMULAS)
@settings(max_examples=150, deadline=None)
def test_what_is_written_reads_back(text: str) -> None:
    with suppress(BadArgument, TooComplex):
        formula = parse_formula(text, "f_str")
        again = parse_formula(formula.text, "f_str")
        first, second = evaluate(formula, POINT), evaluate(again, POINT)
        if first is not None and second is not None:
            assert second == pytest.approx(first, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "x +", "((x)", "__import__('os')", "x.real", "x[0]", "lambda: 1", "x if y else z", "x == y",
        "f'{x}'", "x and y", "[i for i in x]", "1j", "True", "x := 3", "open(x)", "sin", "sin(x, y)",
        "sin(x=1)", "*x", "x\0", "x" * 2000, "(" * 300 + "x" + ")" * 300, "-" * 400 + "x", "x;y", "await x",
        "+".join(["x"] * 450), "1/0", "log(0.0)", "sqrt(-1)", "1e999", "q", "x\\y", "'x'", "{x}", "x if",
        "1_000_", "0x", "[[x]]", "asin(2.5)", "2**-x y",
    ],
)  # fmt: skip
def test_nothing_but_formulas_is_read(text: str) -> None:
    with pytest.raises(BadArgument):
        parse_formula(text, "f_str")


@pytest.mark.parametrize(
    "text", ["9**9**9**9", "2**(10**6)", "exp(exp(exp(9)))", "0**x", "(-2)**100", "10**400*x"]
)
def test_large_numbers_do_not_hang(text: str) -> None:
    with suppress(BadArgument, TooComplex):
        formula = parse_formula(text, "f_str")
        derivative(formula, "x")
        value = evaluate(formula, POINT)
        assert value is None or math.isfinite(value)


def test_formulas_that_grow_are_refused() -> None:
    nested = parse_formula("sin(x*" * 50 + "x" + ")" * 50, "f_str")
    with pytest.raises(TooComplex):
        derivative(derivative(nested, "x"), "x")


def test_fields_have_two_or_three_parts() -> None:
    assert [part.text for part in parse_field("(x, y)", "f_str")] == ["x", "y", "0"]
    for text in ("[x]", "[x, y, z, x]", "x", "[]"):
        with pytest.raises(BadArgument):
            parse_field(text, "f_str")
