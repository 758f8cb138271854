"""Calls of the calculator."""

from __future__ import annotations

from collections.abc import Iterable

from m3bench.suites import CallResult, PlannedCall, call

_SERVER = "Math MCP"


def tool(name: str) -> str:
    return f"{_SERVER}/{name}"


def add(first: float, second: float, *uses: CallResult) -> PlannedCall:
    return call(tool("add"), *uses, firstNumber=first, secondNumber=second)


def subtract(minuend: float, subtrahend: float, *uses: CallResult) -> PlannedCall:
    return call(tool("subtract"), *uses, minuend=minuend, subtrahend=subtrahend)


def multiply(first: float, second: float, *uses: CallResult) -> PlannedCall:
    return call(tool("multiply"), *uses, firstNumber=first, SecondNumber=second)


def divide(numerator: float, denominator: float, *uses: CallResult) -> PlannedCall:
    return call(tool("division"), *uses, numerator=numerator, denominator=denominator)


def of_numbers(name: str, numbers: Iterable[float], *uses: CallResult) -> PlannedCall:
    """Return a call on a list of numbers: `sum`, `mean`, `median`, `min` or `max`."""
    return call(tool(name), *uses, numbers=list(numbers))


def of_number(name: str, number: float, *uses: CallResult) -> PlannedCall:
    """Return a call on a number: `round`, `floor` or `ceiling`."""
    return call(tool(name), *uses, number=number)
