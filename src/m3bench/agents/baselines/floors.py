"""What floor agents share. A floor is a way to work that understands nothing; an agent must beat it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from m3bench.agents.attempt import Attempt
from m3bench.agents.baselines.reference import first_reference
from m3bench.agents.filling import request_sources, typed_arguments
from m3bench.core import Call, Reference, Task, UsageError, canonical_json


def reject_argument(agent: str, argument: str) -> None:
    """Complain about what stands behind the colon of an agent without options."""
    if argument:
        raise UsageError(f"The agent {agent} takes nothing behind a colon, got {argument!r}.")


def siblings_of(attempt: Attempt, agent: str) -> Sequence[Task]:
    """The other tasks of the family that have a reference, in the order of the suite."""
    found = [task for task in attempt.siblings if task.references]
    if not found:
        raise UsageError(
            f"The agent {agent} needs another task of the family of {attempt.task.id}, and there is none.",
            "Run it on a suite with at least two tasks a family, or choose another agent.",
        )
    return found


def pick_sibling(attempt: Attempt, agent: str) -> Task:
    """Another task of the family, by the seed of the attempt."""
    return attempt.dice.choice(list(siblings_of(attempt, agent)))


def typed_steps(attempt: Attempt, agent: str) -> list[list[Call]]:
    """The steps of the reference, with arguments that are filled in by type."""
    return [typed_calls(attempt, step.calls) for step in first_reference(attempt.task, agent).steps]


def typed_calls(attempt: Attempt, calls: Sequence[Call]) -> list[Call]:
    """Calls of the same tools, with arguments that are filled in by type."""
    sources, counts = request_sources(attempt), Counter(call.name for call in calls)
    rows = {
        name: typed_arguments(tool, sources, count)
        for name, count in counts.items()
        if (tool := attempt.toolbox.tool(name)) is not None
    }
    left = {name: iter(found) for name, found in rows.items()}
    return [Call(call.name, next(left[call.name]) if call.name in left else {}) for call in calls]


def most_frequent_fields(references: Sequence[Reference]) -> dict[str, Any] | None:
    """For each field the value that most references have; the first of several."""
    filled = [reference.fields for reference in references if reference.fields]
    if not filled:
        return None
    names = dict.fromkeys(name for fields in filled for name in fields)
    return {name: _most_frequent([fields[name] for fields in filled if name in fields]) for name in names}


def _most_frequent(values: Sequence[Any]) -> Any:
    keys = [canonical_json(value) for value in values]
    return values[keys.index(Counter(keys).most_common(1)[0][0])]


def describe_fields(fields: dict[str, Any] | None) -> str | None:
    """A form in prose."""
    if fields is None:
        return None
    return "; ".join(f"{name.replace('_', ' ')}: {_plain(value)}" for name, value in fields.items())


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else canonical_json(value)
