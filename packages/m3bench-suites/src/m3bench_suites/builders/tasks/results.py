"""Calls that are made together, and what results state by the name of the thing that each is about."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any, TypeVar

from m3bench.suites import CallResult, PlannedCall

_Found = TypeVar("_Found")
Steps = Generator[Sequence[PlannedCall], Sequence[CallResult], _Found]
"""A part of a plan, which a plan delegates to with `yield from`."""


def together(*groups: Iterable[PlannedCall]) -> Steps[list[list[CallResult]]]:
    """Make groups of calls that do not depend on each other at once. Return the results of each group."""
    calls = [list(group) for group in groups]
    results = iter((yield [planned for group in calls for planned in group]))
    return [[next(results) for _ in group] for group in calls]


def pluck(names: Iterable[str], results: Iterable[CallResult], *path: str | int) -> dict[str, Any]:
    """Return the value at a path of each result: `pluck(towns, forecasts, "current", "wind_kph")`."""
    return {name: _at(result.data, path) for name, result in zip(names, results, strict=True)}


def _at(data: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        data = data[key]
    return data
