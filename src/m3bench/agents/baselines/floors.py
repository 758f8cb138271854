"""Shared parts of floor agents, which understand nothing. An agent must beat them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from m3bench.agents.attempt import Attempt
from m3bench.agents.baselines.reference import first_reference
from m3bench.agents.filling import request_sources, typed_arguments
from m3bench.core import Call, Reference, Task, UsageError, canonical_json


def reject_argument(agent: str, argument: str) -> None:
    """Raise `UsageError` if an agent without options got an argument."""
    if argument:
        raise UsageError(f"The agent {agent} takes no argument, got {argument!r}.")


def siblings_of(attempt: Attempt, agent: str) -> Sequence[Task]:
    """Return the other tasks of the family that have a reference, in suite order."""
    found = [task for task in attempt.siblings if task.references]
    if not found:
        raise UsageError(
            f"The agent {agent} needs another task in the family of {attempt.task.id}; the suite has none.",
            "Run it on a suite with at least two tasks per family, or choose another agent.",
        )
    return found


def pick_sibling(attempt: Attempt, agent: str) -> Task:
    """Pick another task of the family, by the seed of the attempt."""
    return attempt.dice.choice(list(siblings_of(attempt, agent)))


def typed_steps(attempt: Attempt, agent: str) -> list[list[Call]]:
    """Return the steps of the reference with arguments filled in by type."""
    return [typed_calls(attempt, step.calls) for step in first_reference(attempt.task, agent).steps]


def typed_calls(attempt: Attempt, calls: Sequence[Call]) -> list[Call]:
    """Return calls of the same tools with arguments filled in by type."""
    sources, counts = request_sources(attempt), Counter(call.name for call in calls)
    rows = {
        name: typed_arguments(tool, sources, count)
        for name, count in counts.items()
        if (tool := attempt.toolbox.tool(name)) is not None
    }
    remaining = {name: iter(row) for name, row in rows.items()}
    return [Call(call.name, next(remaining[call.name]) if call.name in remaining else {}) for call in calls]


def most_frequent_fields(references: Sequence[Reference]) -> dict[str, Any] | None:
    """Return the most frequent value of each field; the first in case of a tie."""
    filled = [reference.fields for reference in references if reference.fields]
    if not filled:
        return None
    names = dict.fromkeys(name for fields in filled for name in fields)
    return {name: _most_frequent([fields[name] for fields in filled if name in fields]) for name in names}


def _most_frequent(values: Sequence[Any]) -> Any:
    keys = [canonical_json(value) for value in values]
    return values[keys.index(Counter(keys).most_common(1)[0][0])]


def describe_fields(fields: dict[str, Any] | None) -> str | None:
    """Return a filled-in form as prose."""
    if fields is None:
        return None
    return "; ".join(f"{name.replace('_', ' ')}: {_plain(value)}" for name, value in fields.items())


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else canonical_json(value)
