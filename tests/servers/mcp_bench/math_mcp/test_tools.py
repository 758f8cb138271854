"""The server `Math MCP`: the tools of `math` that MCP-Bench has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from m3bench.servers import load
from tests.servers.asking import InProcess
from tests.servers.mcp_bench.twins import Calls, assert_same_answers

SERVER = "Math MCP"
NUMBERS: dict[str, Any] = {"numbers": [9, 1, 4, 4, 2.5]}
CALLS: Calls = {
    "add": {"firstNumber": 1.5, "secondNumber": 2},
    "subtract": {"minuend": 10, "subtrahend": 4},
    "multiply": {"firstNumber": 6, "SecondNumber": 7},
    "division": {"numerator": 1, "denominator": 8},
    "sum": NUMBERS,
    "mean": NUMBERS,
    "median": NUMBERS,
    "mode": NUMBERS,
    "min": NUMBERS,
    "max": NUMBERS,
    "floor": {"number": -2.5},
    "ceiling": {"number": -2.5},
    "round": {"number": -2.5},
}


def test_every_tool_answers_as_the_original(tmp_path: Path) -> None:
    assert_same_answers(SERVER, CALLS, tmp_path)


def test_numbers_are_computed_and_mistakes_refused(tmp_path: Path) -> None:
    ask = InProcess(SERVER, tmp_path)
    assert ask("mean", **NUMBERS).text == "4.1"
    assert ask("round", number=-2.5).text == "-3"
    assert "division by 0" in ask("division", numerator=1, denominator=0).text
    assert ask("multiply", firstNumber=6, secondNumber=7).is_error, "the parameter is spelled SecondNumber"


def test_trigonometry_is_left_out(tmp_path: Path) -> None:
    assert InProcess(SERVER, tmp_path)("sin", number=1).is_error
    assert "sin" not in load(SERVER).tools
