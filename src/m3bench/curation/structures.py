"""The structures of a task that MCP-Bench names, found in its first reference."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from m3bench.core import FieldType, Reference, Task, normalize

MANY_CALLS = 30
"""A task with more calls is a long one, even for MCP-Bench."""
_CHAIN, _ITERATION, _AGGREGATION = 3, 3, 3


class Structure(StrEnum):
    """What the calls of a reference do with each other."""

    CHAIN = "chain"
    """At least three calls, each of which needs the one before."""
    PARALLEL = "parallel"
    """Calls that are made in one step."""
    DECISION = "decision"
    """A condition that the data decides."""
    ITERATION = "iteration"
    """The same tool for at least three things that one call found."""
    VALIDATION = "validation"
    """Two sources of the same fact, which contradict each other about something."""
    AGGREGATION = "aggregation"
    """A number of the answer, or a call, that depends on at least three results."""


class StructureCounts(msgspec.Struct, frozen=True, kw_only=True):
    """The sizes and structures of a set of tasks."""

    tasks: int
    servers: dict[int, int]
    """Numbers of tasks by their number of servers."""
    calls: float
    """The mean number of calls of a first reference."""
    rounds: float
    """The mean number of steps."""
    many_calls: int
    """Tasks with more than 30 calls."""
    structures: dict[Structure, int]


def find_structures(task: Task) -> frozenset[Structure]:
    """Return the structures of a task's first reference."""
    if not task.references:
        return frozenset()
    reference = task.references[0]
    structures = {
        Structure.CHAIN: _longest_chain(reference) >= _CHAIN,
        Structure.PARALLEL: any(len(step.calls) > 1 for step in reference.steps),
        Structure.DECISION: bool(task.branches),
        Structure.ITERATION: _is_iterated(reference),
        Structure.VALIDATION: any(validation.contradicted for validation in task.validations),
        Structure.AGGREGATION: _is_aggregated(task, reference),
    }
    return frozenset(structure for structure, there in structures.items() if there)


def count_structures(tasks: Sequence[Task]) -> StructureCounts:
    """Count structures, servers, calls and rounds of tasks with references."""
    references = [task.references[0] for task in tasks if task.references]
    calls = [sum(len(step.calls) for step in reference.steps) for reference in references]
    structures = Counter(structure for task in tasks for structure in find_structures(task))
    servers = Counter(len(task.servers) for task in tasks)
    return StructureCounts(
        tasks=len(tasks),
        servers=dict(sorted(servers.items())),
        calls=_mean(calls),
        rounds=_mean([len(reference.steps) for reference in references]),
        many_calls=sum(count > MANY_CALLS for count in calls),
        structures={structure: structures[structure] for structure in Structure},
    )


def validation_problems(task: Task) -> Iterator[str]:
    """Yield what is wrong with the comparisons of a task: unused sources, contradictions not reported."""
    tools = {call.name for reference in task.references for _, call in reference.calls()}
    filled = [reference.fields for reference in task.references]
    reported = {normalize(str(value)) for value in plain_values(filled)}
    for validation in task.validations:
        yield from (f"the source {tool} is not asked" for tool in validation.sources if tool not in tools)
        for thing in validation.contradicted:
            if normalize(thing) not in reported:
                yield f"the answer does not name {thing!r}, on which sources contradict each other"


def plain_values(value: Any) -> Iterator[str | int | float]:
    """Yield the texts, numbers and truth values in a JSON value."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from plain_values(inner)
    elif isinstance(value, str | int | float):
        yield value


def _longest_chain(reference: Reference) -> int:
    """Return the number of calls on the longest path of dependencies."""
    depth: dict[int, int] = defaultdict(lambda: 1)
    for edge in sorted(reference.edges, key=lambda edge: edge.target):
        depth[edge.target] = max(depth[edge.target], depth[edge.source] + 1)
    return max(depth.values(), default=1)


def _is_iterated(reference: Reference) -> bool:
    names = [call.name for step in reference.steps for call in step.calls]
    repeated = Counter((edge.source, names[edge.target]) for edge in reference.edges)
    return any(count >= _ITERATION for count in repeated.values())


def _is_aggregated(task: Task, reference: Reference) -> bool:
    needs = Counter(edge.target for edge in reference.edges)
    if any(count >= _AGGREGATION for count in needs.values()):
        return True
    single = {
        field.name
        for field in (task.form.fields if task.form is not None else ())
        if field.type is FieldType.NUMBER and not field.many
    }
    sources: dict[str, set[int]] = defaultdict(set)
    for fact in reference.facts:
        if fact.field in single and fact.call is not None:
            sources[fact.field].add(fact.call)
    return any(len(calls) >= _AGGREGATION for calls in sources.values())


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
