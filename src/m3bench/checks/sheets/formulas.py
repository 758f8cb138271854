"""Evaluating simple formulas of spreadsheets without stored values."""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Callable
from typing import Any

from m3bench.checks.sheets.reading import Sheet

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|(?P<range>\$?[A-Z]{1,3}\$?\d+:\$?[A-Z]{1,3}\$?\d+)"
    r"|(?P<cell>\$?[A-Z]{1,3}\$?\d+)(?![\w(])|(?P<name>[A-Z][A-Z.]*)\(|(?P<mark>[-+*/^(),;%]))",
    re.IGNORECASE,
)
_FUNCTIONS: dict[str, Callable[[list[float]], float]] = {
    "SUM": math.fsum, "AVERAGE": statistics.fmean, "MEDIAN": statistics.median, "MIN": min, "MAX": max,
    "COUNT": lambda values: float(len(values)), "PRODUCT": math.prod, "ABS": lambda values: abs(values[0]),
    "ROUND": lambda values: round(values[0], int(values[1]) if len(values) > 1 else 0),
}  # fmt: skip
_MAX_DEPTH = 40
_LONGEST = 2_000
_MOST_CELLS = 20_000


_MOST_STEPS = 200_000


class Unknown(Exception):
    """A formula that is not supported."""


class Calculator:
    """Evaluates the formulas of a sheet, each once, with limits."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.known: dict[tuple[int, int], float] = {}
        self.steps = 0

    def value(self, place: tuple[int, int]) -> Any:
        """Return the value of a cell or its formula; None if unknown."""
        if place in self.sheet.cells or place not in self.sheet.formulas:
            return self.sheet.cells.get(place)
        try:
            return self.number(place, 0)
        except (Unknown, ArithmeticError, ValueError, IndexError, TypeError, RecursionError):
            return None

    def number(self, place: tuple[int, int], depth: int) -> float:
        """Return the number in a cell; an empty one counts as 0. Raise `Unknown` if it is not a number."""
        self.steps += 1
        if depth > _MAX_DEPTH or self.steps > _MOST_STEPS:
            raise Unknown
        if place in self.sheet.formulas and place not in self.sheet.cells:
            if place not in self.known:
                self.known[place] = _Reader(self, depth + 1).result(self.sheet.formulas[place][1:])
            return self.known[place]
        if place in self.sheet.cells and not self.is_number(place):
            raise Unknown
        return float(self.sheet.cells.get(place, 0.0))

    def is_number(self, place: tuple[int, int]) -> bool:
        value = self.sheet.cells.get(place)
        return isinstance(value, int | float) and not isinstance(value, bool)


def place_of(cell: str) -> tuple[int, int]:
    """Return row and column of a cell such as `B2`."""
    match = re.fullmatch(r"\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})", cell.strip())
    if match is None:
        raise ValueError(f"{cell!r} is not a cell name")
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(match[2]), column


class _Reader:
    """A recursive-descent parser of formulas."""

    def __init__(self, calculator: Calculator, depth: int) -> None:
        self._calculator, self._depth = calculator, depth
        self._tokens: list[tuple[str, str]] = []

    def result(self, text: str) -> float:
        self._tokens = _tokens(text)[::-1]
        value = self._sum()
        if self._tokens:
            raise Unknown
        return value

    def _next(self, *marks: str) -> str | None:
        """Consume the next token if it is one of these marks."""
        if self._tokens and self._tokens[-1][0] == "mark" and self._tokens[-1][1] in marks:
            return self._tokens.pop()[1]
        return None

    def _sum(self) -> float:
        value = self._product()
        while mark := self._next("+", "-"):
            value = value + self._product() if mark == "+" else value - self._product()
        return value

    def _product(self) -> float:
        value = self._power()
        while mark := self._next("*", "/"):
            value = value * self._power() if mark == "*" else value / self._power()
        return value

    def _power(self) -> float:
        value = self._single()
        while self._next("^"):
            value = math.pow(value, self._single())
        return value

    def _single(self) -> float:
        if mark := self._next("-", "+"):
            return -self._single() if mark == "-" else self._single()
        if self._next("("):
            value = self._sum()
            self._require(")")
        else:
            value = self._operand()
        while self._next("%"):
            value /= 100
        return value

    def _operand(self) -> float:
        if not self._tokens:
            raise Unknown
        kind, text = self._tokens.pop()
        if kind == "number":
            return float(text)
        if kind == "cell":
            return self._calculator.number(place_of(text), self._depth)
        if kind == "name" and text.upper() in _FUNCTIONS:
            return float(_FUNCTIONS[text.upper()](self._arguments()))
        raise Unknown

    def _arguments(self) -> list[float]:
        values: list[float] = []
        while True:
            if self._tokens and self._tokens[-1][0] == "range":
                values += self._range(self._tokens.pop()[1])
            else:
                values.append(self._sum())
            if not self._next(",", ";"):
                self._require(")")
                return values

    def _range(self, text: str) -> list[float]:
        """Return the numbers of a range; text and empty cells are ignored, as in spreadsheets."""
        (top, left), (bottom, right) = map(place_of, text.split(":"))
        if (bottom - top + 1) * (right - left + 1) > _MOST_CELLS:
            raise Unknown
        places = [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]
        known = self._calculator
        kept = [cell for cell in places if cell in known.sheet.formulas or known.is_number(cell)]
        return [known.number(cell, self._depth) for cell in kept]

    def _require(self, mark: str) -> None:
        if not self._next(mark):
            raise Unknown


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens, at = [], 0
    text = text[:_LONGEST].rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise Unknown
        tokens.append((match.lastgroup, match[match.lastgroup]))
        at = match.end()
    return tokens
