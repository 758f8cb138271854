"""The calculator calculates."""

from __future__ import annotations

import math
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.servers import Files, load
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from tests.servers.asking import Asking

SERVER = "math"

CASES = [
    ("add", {"firstNumber": 2, "secondNumber": 0.5}, "2.5"),
    ("subtract", {"minuend": 2, "subtrahend": 5}, "-3"),
    ("multiply", {"firstNumber": 6, "SecondNumber": 7}, "42"),
    ("division", {"numerator": 1, "denominator": 8}, "0.125"),
    ("sum", {"numbers": [0.1] * 10}, "1"),
    ("modulo", {"numerator": -7, "denominator": 3}, "2"),
    ("mean", {"numbers": [1, 2, 4]}, repr(7 / 3)),
    ("median", {"numbers": [9, 1, 4, 2]}, "3"),
    ("mode", {"numbers": [1, 2, 2, 3, 3]}, "Entries (2, 3) appeared 2 times"),
    ("min", {"numbers": [3, -1, 2]}, "-1"),
    ("max", {"numbers": [3, -1, 2]}, "3"),
    ("floor", {"number": -1.5}, "-2"),
    ("ceiling", {"number": -1.5}, "-1"),
    ("round", {"number": 2.5}, "3"),
    ("sin", {"number": 0}, "0"),
    ("arcsin", {"number": 1}, repr(math.pi / 2)),
    ("cos", {"number": 0}, "1"),
    ("arccos", {"number": -1}, repr(math.pi)),
    ("tan", {"number": 0}, "0"),
    ("arctan", {"number": 1}, repr(math.pi / 4)),
    ("radiansToDegrees", {"number": math.pi}, "180"),
    ("degreesToRadians", {"number": 180}, repr(math.pi)),
]


@pytest.mark.parametrize(("tool", "arguments", "expected"), CASES, ids=[case[0] for case in CASES])
def test_every_tool(ask: Asking, tool: str, arguments: dict[str, object], expected: str) -> None:
    heard = ask(tool, **arguments)
    assert heard.text == expected
    assert heard.sources == {"arithmetic": "derived"}


def test_the_table_has_every_tool() -> None:
    assert {case[0] for case in CASES} == set(load(SERVER).tools)


@pytest.mark.parametrize(
    ("tool", "arguments", "word"),
    [
        ("division", {"numerator": 1, "denominator": 0}, "denominator"),
        ("modulo", {"numerator": 1, "denominator": 0}, "denominator"),
        ("mean", {"numbers": []}, "at least one"),
        ("arcsin", {"number": 2}, "-1 to 1"),
        ("multiply", {"firstNumber": 1e308, "SecondNumber": 1e308}, "too large"),
        ("add", {"firstNumber": "1", "secondNumber": 2}, "firstNumber"),
        ("add", {"firstNumber": 1}, "secondNumber"),
        ("add", {"firstNumber": 1, "secondNumber": 2, "third": 3}, "third"),
    ],
)
def test_what_cannot_be_computed_is_refused_with_the_argument(
    ask: Asking, tool: str, arguments: dict[str, object], word: str
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert word in heard.text


@given(st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=30))
def test_median_agrees_with_the_standard_library(
    tmp_path_factory: pytest.TempPathFactory, numbers: list[int]
) -> None:
    context = ToolContext(World(), Files(tmp_path_factory.getbasetemp()))
    answer = load(SERVER).call(context, "median", {"numbers": numbers})
    assert float(answer.text) == median(numbers)
