"""The 22 tools of the calculator. Angles are in radians; numbers are exact as long as floats are."""

from __future__ import annotations

import builtins
import math
from statistics import median as middle
from statistics import multimode
from typing import Annotated

from m3bench.servers.kit import Answer, BadArgument, Proof, Server, about

MOST_NUMBERS = 100_000

server = Server(
    "math",
    "Arithmetic, statistics and trigonometry.",
    sources=("arithmetic",),
    strict=True,
    proof=Proof("mean", {"numbers": [1, 2, 6]}),
)

Number = Annotated[float, about("A number.")]
Numbers = Annotated[list[float], about("The numbers, at least one.")]
Radians = Annotated[float, about("An angle in radians.")]


def _answer(value: float) -> Answer:
    if not math.isfinite(value):
        raise BadArgument("arguments", "the result is too large to represent; use smaller numbers")
    whole = isinstance(value, int) or (value.is_integer() and abs(value) < 2**53)
    return Answer(str(int(value)) if whole else repr(value))


def _some(numbers: list[float]) -> list[float]:
    if not numbers:
        raise BadArgument("numbers", "the list is empty; pass at least one number")
    if len(numbers) > MOST_NUMBERS:
        raise BadArgument(
            "numbers", f"{len(numbers):,} numbers are too many; the maximum is {MOST_NUMBERS:,}"
        )
    return numbers


@server.tool
def add(firstNumber: Number, secondNumber: Number) -> Answer:
    """Add two numbers."""
    return _answer(firstNumber + secondNumber)


@server.tool
def subtract(
    minuend: Annotated[float, about("The number to take away from.")],
    subtrahend: Annotated[float, about("The number that is taken away.")],
) -> Answer:
    """Subtract one number from another: minuend − subtrahend."""
    return _answer(minuend - subtrahend)


@server.tool
def multiply(firstNumber: Number, SecondNumber: Number) -> Answer:
    """Multiply two numbers."""
    return _answer(firstNumber * SecondNumber)


Numerator = Annotated[float, about("The number that is divided.")]
Denominator = Annotated[float, about("The number to divide by; not 0.")]


def _divisor(denominator: float) -> float:
    if denominator == 0:
        raise BadArgument("denominator", "division by 0 is undefined; pass another number")
    return denominator


@server.tool
def division(numerator: Numerator, denominator: Denominator) -> Answer:
    """Divide one number by another."""
    return _answer(numerator / _divisor(denominator))


@server.tool
def sum(numbers: Numbers) -> Answer:  # noqa: A001
    """Add up any number of numbers."""
    return _answer(math.fsum(_some(numbers)))


@server.tool
def modulo(numerator: Numerator, denominator: Denominator) -> Answer:
    """The remainder of a division; it has the sign of the denominator."""
    return _answer(numerator % _divisor(denominator))


@server.tool
def mean(numbers: Numbers) -> Answer:
    """The arithmetic mean (average) of numbers."""
    return _answer(math.fsum(_some(numbers)) / len(numbers))


@server.tool
def median(numbers: Numbers) -> Answer:
    """The median: the number in the middle, or the mean of the two in the middle."""
    return _answer(middle(_some(numbers)))


@server.tool
def mode(numbers: Numbers) -> Answer:
    """The most frequent numbers, and how often they occur. Several are given where they tie."""
    values = multimode(_some(numbers))
    shown = ", ".join(_answer(value).data for value in values[:100])
    return Answer(f"Entries ({shown}) appeared {numbers.count(values[0])} times")


@server.tool
def min(numbers: Numbers) -> Answer:  # noqa: A001
    """The smallest of the numbers."""
    return _answer(builtins.min(_some(numbers)))


@server.tool
def max(numbers: Numbers) -> Answer:  # noqa: A001
    """The largest of the numbers."""
    return _answer(builtins.max(_some(numbers)))


@server.tool
def floor(number: Number) -> Answer:
    """Round down to a whole number."""
    return _answer(math.floor(number))


@server.tool
def ceiling(number: Number) -> Answer:
    """Round up to a whole number."""
    return _answer(math.ceil(number))


@server.tool
def round(number: Number) -> Answer:  # noqa: A001
    """Round to the nearest whole number; a half is rounded away from zero."""
    return _answer(math.copysign(math.floor(abs(number) + 0.5), number))


@server.tool
def sin(number: Radians) -> Answer:
    """The sine of an angle in radians."""
    return _answer(math.sin(number))


def _ratio(number: float) -> float:
    if not -1 <= number <= 1:
        raise BadArgument("number", f"{number} is outside of -1 to 1, where this function is defined")
    return number


@server.tool
def arcsin(number: Annotated[float, about("A number from -1 to 1.")]) -> Answer:
    """The angle, in radians, whose sine is the number."""
    return _answer(math.asin(_ratio(number)))


@server.tool
def cos(number: Radians) -> Answer:
    """The cosine of an angle in radians."""
    return _answer(math.cos(number))


@server.tool
def arccos(number: Annotated[float, about("A number from -1 to 1.")]) -> Answer:
    """The angle, in radians, whose cosine is the number."""
    return _answer(math.acos(_ratio(number)))


@server.tool
def tan(number: Radians) -> Answer:
    """The tangent of an angle in radians."""
    return _answer(math.tan(number))


@server.tool
def arctan(number: Number) -> Answer:
    """The angle, in radians, whose tangent is the number."""
    return _answer(math.atan(number))


@server.tool(name="radiansToDegrees")
def radians_to_degrees(number: Radians) -> Answer:
    """Convert an angle from radians to degrees."""
    return _answer(math.degrees(number))


@server.tool(name="degreesToRadians")
def degrees_to_radians(number: Annotated[float, about("An angle in degrees.")]) -> Answer:
    """Convert an angle from degrees to radians."""
    return _answer(math.radians(number))
