"""Plans from lists of calls: later arguments and the values of fields are paths into their results."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from m3bench.checks import Check, Expected, LiveCall, LiveValue, Tolerance
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution

EXACT = Tolerance()
CENTS = Tolerance(absolute=0.006)
PERCENT = Tolerance(absolute=0.011)
ROUNDED = Tolerance(absolute=0.06, relative=2e-5)
"""For what is computed from rounded values."""
UNGROUNDED = "`[]`"
"""The grounds of counts, which are too common to trace."""
_PATH = "$"
_INDEX = re.compile(r"(?<![\w\]])\[(\d+)\]")
_WHOLE = re.compile(r"(?<![\w\]])\[(?:\*|\d*:\d*)\]|@")
"""Paths that go through all results."""


class Value(msgspec.Struct, frozen=True):
    """The value of a field: a JMESPath expression over the list of all results."""

    select: str
    tolerance: Tolerance = EXACT
    grounds: str | None = None
    """The values behind a computed one, as an expression. None: the value itself is looked up."""
    live: bool = True
    """Whether it changes over time, if the task is time-sensitive."""


class Apart(msgspec.Struct, frozen=True):
    """Numbers of which the largest, or the smallest, must be clear."""

    select: str
    least: float = 0.005
    """Minimum distance of the first two, relative to the first."""
    smallest: bool = False


class Steps(msgspec.Struct, frozen=True, kw_only=True):
    """How a task is solved: the calls of each step, and where the values of its fields are.

    An argument ``{"$": PATH}`` is taken from the results of earlier steps, which a path sees as one list.
    Calls that write files come last: they are not repeated when live values are asked for.
    """

    calls: tuple[tuple[LiveCall, ...], ...]
    then: tuple[Callable[[list[Any]], tuple[LiveCall, ...]], ...] = ()
    """Further steps, made from the results of all earlier ones. They only write files."""
    values: Mapping[str, Value] = {}
    answer: str
    """A sentence with the names of fields in braces."""
    fixed: Mapping[str, Expected] = {}
    """Fields whose values do not come from results."""
    checks: Callable[[list[Any]], tuple[Check, ...]] = lambda _: ()
    """Makes the checks of the state from all results."""
    apart: tuple[Apart, ...] = ()
    sure: tuple[str, ...] = ()
    """Expressions that must be true, or the draw is skipped."""

    def live(self) -> dict[str, LiveValue]:
        """Return how the values are asked for at check time."""
        calls = tuple(each for step in self.calls for each in step if _is_lookup(each))
        return {
            name: LiveValue(calls, value.select, value.tolerance)
            for name, value in self.values.items()
            if value.live
        }

    def plan(self, *, time_sensitive: bool) -> Callable[[], Plan]:
        return lambda: self._run(time_sensitive)

    def _run(self, time_sensitive: bool) -> Plan:
        results: list[CallResult] = []
        for step in self.calls:
            data = [each.data for each in results]
            found = yield [_planned(each, data) for each in step]
            results += found
        for make in self.then:
            uses = tuple(range(len(results)))
            made = make([each.data for each in results])
            results += yield [PlannedCall(each.tool, each.arguments, uses) for each in made]
        data = [each.data for each in results]
        self._require(data)
        fields = {name: _expected(value, data) for name, value in self.values.items()} | dict(self.fixed)
        plain = {name: _shown(expected) for name, expected in fields.items()}
        return Solution(
            self.answer.format(**plain), self.checks(data), fields, self.live() if time_sensitive else {}
        )

    def _require(self, data: list[Any]) -> None:
        for apart in self.apart:
            ranked = sorted(search(apart.select, data), reverse=not apart.smallest)
            if len(ranked) > 1 and abs(ranked[0] - ranked[1]) <= apart.least * abs(ranked[0]):
                raise PlanError(f"The plan failed: two of {apart.select} are about equal.")
        for condition in self.sure:
            if search(condition, data) is not True:
                raise PlanError(f"The plan failed: not {condition}.")


def ask(tool: str, /, **arguments: Any) -> LiveCall:
    """Return a call of a tool, given by its full name."""
    return LiveCall(tool, arguments)


def taken(path: str) -> dict[str, str]:
    """Return an argument that is taken from earlier results."""
    return {_PATH: path}


def search(path: str, data: Any) -> Any:
    """Return the value of a JMESPath expression. Raise `PlanError` if the data has other types."""
    import jmespath  # noqa: PLC0415 - not needed to list families

    try:
        return jmespath.search(path, data)
    except jmespath.exceptions.JMESPathTypeError as error:
        raise PlanError(f"The plan failed: {path}: {error}") from None


def _is_lookup(asked: LiveCall) -> bool:
    """Return whether a call only reads: pictures are not drawn again at check time."""
    return not asked.tool.startswith("imagesorcery-mcp/") and "/download_" not in asked.tool


def _planned(asked: LiveCall, data: list[Any]) -> PlannedCall:
    paths = _paths(asked.arguments)
    uses = dict.fromkeys(int(index) for path in paths for index in _INDEX.findall(path))
    if any(_WHOLE.search(path) for path in paths):
        uses = dict.fromkeys(range(len(data)))
    return PlannedCall(asked.tool, _filled(asked.arguments, data), tuple(uses))


def _paths(value: Any) -> list[str]:
    if isinstance(value, dict):
        if value.keys() == {_PATH}:
            return [value[_PATH]]
        return [path for part in value.values() for path in _paths(part)]
    return [path for part in value for path in _paths(part)] if isinstance(value, list) else []


def _filled(value: Any, data: list[Any]) -> Any:
    if isinstance(value, dict):
        if value.keys() == {_PATH}:
            return _present(value[_PATH], data)
        return {name: _filled(part, data) for name, part in value.items()}
    return [_filled(part, data) for part in value] if isinstance(value, list) else value


def _present(path: str, data: list[Any]) -> Any:
    found = search(path, data)
    if found is None or found == []:
        raise PlanError(f"The plan failed: there is nothing at {path}.")
    return found


def _expected(value: Value, data: list[Any]) -> Expected:
    grounds = tuple(search(value.grounds, data)) if value.grounds is not None else None
    return _of(_present(value.select, data), value.tolerance, grounds)


def _of(found: Any, tolerance: Tolerance, grounds: tuple[Any, ...] | None) -> Expected:
    if isinstance(found, list) and all(isinstance(row, dict) for row in found):
        rows = ({name: _of(cell, tolerance, grounds) for name, cell in row.items()} for row in found)
        return Expected(rows=tuple(rows))
    if isinstance(found, list):
        return Expected(items=tuple(_of(item, tolerance, grounds) for item in found))
    return Expected(found, tolerance=tolerance, grounds=grounds)


def _shown(expected: Expected) -> str:
    if expected.items is not None:
        return "; ".join(_shown(item) for item in expected.items)
    if expected.rows is not None:
        return "; ".join(", ".join(map(_shown, row.values())) for row in expected.rows)
    value = expected.value
    return f"{value:.6f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
