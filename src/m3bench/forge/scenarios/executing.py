"""Executing the calls of a draft: its values from earlier results become real ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError

from m3bench.agents import fill_placeholders
from m3bench.core import Call, Edge, Reference, Step
from m3bench.forge.scenarios.records import Steps
from m3bench.hosting import Toolbox

RESULT = "$result"
_LONGEST = 300


class DraftFailed(Exception):
    """A call of a draft does not work, and why."""


async def execute_steps(steps: Steps, answer: str, toolbox: Toolbox, workspace: Path) -> Reference:
    """Execute the calls of a draft.

    Args:
        steps: The calls; calls of one step are made at the same time.
        answer: The answer at the end.
        toolbox: The tools.
        workspace: The folder with the files of the task.

    Returns:
        The reference, with real values for those that came from results.

    Raises:
        DraftFailed: A call does not succeed, or a value is not in the result that it names.
    """
    results: list[Any] = []
    made: list[Step] = []
    edges: list[Edge] = []
    for step in steps:
        first = len(results)
        calls = [Call(call.tool, _filled(call.arguments, call.tool, results)) for call in step]
        for index, call in enumerate(step, first):
            edges += [Edge(source, index) for source in sorted(_sources(call.arguments))]
        given = [Call(call.name, fill_placeholders(call.arguments, workspace)) for call in calls]
        for done in await toolbox.run(given):
            results.append(_result_of(done, len(results)))
        made.append(Step(tuple(calls)))
    return Reference(steps=tuple(made), answer=answer, edges=tuple(dict.fromkeys(edges)))


def _result_of(call: Call, number: int) -> Any:
    text = call.result.text if call.result is not None else ""
    if call.outcome is None or not call.outcome.executed:
        raise DraftFailed(f"call {number}, {call.name}, ended in {call.outcome}: {text[:_LONGEST]}")
    try:
        return json.loads(text)
    except ValueError:
        return text


def _filled(value: Any, tool: str, results: Sequence[Any]) -> Any:
    if isinstance(value, dict) and set(value) == {RESULT}:
        return _looked_up(value[RESULT], tool, results)
    if isinstance(value, dict):
        return {name: _filled(inner, tool, results) for name, inner in value.items()}
    return [_filled(item, tool, results) for item in value] if isinstance(value, list) else value


def _looked_up(source: Any, tool: str, results: Sequence[Any]) -> Any:
    match source:
        case [int(number), str(path)] if 0 <= number < len(results):
            pass
        case _:
            raise DraftFailed(f"{tool}: {source!r} is not [number of an earlier call, JMESPath]")
    try:
        value = jmespath.search(path, results[number])
    except JMESPathError as error:
        raise DraftFailed(f"{tool}: {path!r} is not a JMESPath: {error}") from None
    if value is None:
        raise DraftFailed(f"{tool}: the result of call {number} has nothing at {path!r}")
    return value


def _sources(value: Any) -> set[int]:
    """Return the calls that arguments take values from, all of which `_filled` has seen to exist."""
    if isinstance(value, dict) and set(value) == {RESULT}:
        return {value[RESULT][0]}
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {source for item in inner for source in _sources(item)}
