"""Common interface for one point and for many: `math` for numbers, numpy for arrays."""

from __future__ import annotations

import math
from typing import Any, Protocol, TypeAlias

Values: TypeAlias = Any
"""A number, or a numpy array of numbers."""

Rows: TypeAlias = "list[list[float]]"


class Maths(Protocol):
    """Functions that the formulas need. Angles are in radians."""

    def __hash__(self) -> int: ...
    def floor(self, x: Values) -> Values: ...
    def sin(self, x: Values) -> Values: ...
    def cos(self, x: Values) -> Values: ...
    def asin(self, x: Values) -> Values: ...
    def atan2(self, y: Values, x: Values) -> Values: ...
    def exp(self, x: Values) -> Values: ...
    def sqrt(self, x: Values) -> Values: ...
    def clip(self, x: Values, low: float, high: float) -> Values: ...
    def split(self, x: Values) -> tuple[Values, Values]: ...
    def line(self, numbers: list[int] | list[float]) -> Values: ...
    def table(self, rows: Rows) -> Values: ...
    def at(self, table: Values, row: Values, column: Values) -> Values: ...


class Numbers:
    """Single numbers, without importing numpy."""

    floor = staticmethod(math.floor)
    sin = staticmethod(math.sin)
    cos = staticmethod(math.cos)
    asin = staticmethod(math.asin)
    atan2 = staticmethod(math.atan2)
    exp = staticmethod(math.exp)
    sqrt = staticmethod(math.sqrt)

    @staticmethod
    def clip(x: float, low: float, high: float) -> float:
        return min(max(x, low), high)

    @staticmethod
    def split(x: float) -> tuple[int, float]:
        whole = math.floor(x)
        return whole, x - whole

    @staticmethod
    def line(numbers: list[int] | list[float]) -> list[int] | list[float]:
        return numbers

    @staticmethod
    def table(rows: Rows) -> Rows:
        return rows

    @staticmethod
    def at(table: Rows, row: int, column: int) -> float:
        return table[row][column]


NUMBERS: Maths = Numbers()
DEGREE = math.pi / 180
