"""Paths into the results of calls: JMESPath expressions over their list."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from m3bench.suites import PlanError

_PATH = "$"
_START = r"(?:^|(?<=[\[({,:<>=!&])|(?<=\|\|))\s*"
"""Where an expression begins that sees all results, and not a part of one."""
_INDEX = re.compile(rf"(?P<before>{_START})\[(?P<index>\d+)\]")
_SLICE = re.compile(rf"{_START}\[(?P<first>\d*):(?P<last>\d+)\]")


def use(path: str) -> dict[str, str]:
    """Return an argument that is taken from earlier results."""
    return {_PATH: path}


def search(path: str, results: list[Any]) -> Any:
    """Return the value at a path. Raise `PlanError` if the results have other types."""
    import jmespath  # noqa: PLC0415 - not needed to list families

    try:
        return jmespath.search(path, results)
    except jmespath.exceptions.JMESPathTypeError as error:
        raise PlanError(f"{path}: {error}") from None


def present(path: str, results: list[Any]) -> Any:
    """Return the value at a path. Raise `PlanError` if there is none."""
    value = search(path, results)
    if value is None or value == []:
        raise PlanError(f"the results have nothing at {path}.")
    return value


def filled(arguments: Any, results: list[Any]) -> Any:
    """Return arguments with the values from earlier results."""
    if isinstance(arguments, dict):
        if arguments.keys() == {_PATH}:
            return present(arguments[_PATH], results)
        return {name: filled(part, results) for name, part in arguments.items()}
    return [filled(part, results) for part in arguments] if isinstance(arguments, list) else arguments


def argument_paths(arguments: Any) -> list[str]:
    """Return the paths among arguments."""
    if isinstance(arguments, dict):
        if arguments.keys() == {_PATH}:
            return [arguments[_PATH]]
        return [path for part in arguments.values() for path in argument_paths(part)]
    return (
        [path for part in arguments for path in argument_paths(part)] if isinstance(arguments, list) else []
    )


def sources(path: str) -> set[int]:
    """Return the numbers of the results that a path sees: 0 and 2 in `sum([[0].rows[1].cost, [2]])`."""
    indices = {int(match["index"]) for match in _INDEX.finditer(path)}
    return indices.union(
        *(range(int(match["first"] or 0), int(match["last"])) for match in _SLICE.finditer(path))
    )


def has_slice(path: str) -> bool:
    """Return whether a path goes through several results, such as `[0:3].price`."""
    return _SLICE.search(path) is not None


def renumbered(arguments: Any, numbers: Mapping[int, int]) -> Any:
    """Return arguments whose paths see the results under new numbers."""
    if isinstance(arguments, dict):
        if arguments.keys() == {_PATH}:
            return use(renumbered_path(arguments[_PATH], numbers))
        return {name: renumbered(part, numbers) for name, part in arguments.items()}
    return [renumbered(part, numbers) for part in arguments] if isinstance(arguments, list) else arguments


def renumbered_path(path: str, numbers: Mapping[int, int]) -> str:
    """Return a path that sees the results under new numbers."""
    return _INDEX.sub(lambda match: f"{match['before']}[{numbers[int(match['index'])]}]", path)
