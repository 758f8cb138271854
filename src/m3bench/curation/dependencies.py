"""The dependencies of a reference in words, for judges and readers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from m3bench.core import Branch, Call, Edge, Task, Trajectory, parsed_arguments
from m3bench.core.text import join
from m3bench.scoring import folded_result, says


class _Group(msgspec.Struct, frozen=True):
    """Calls of one tool in one step that need the same calls, or calls of the same tool in the same step."""

    step: int
    tool: str
    sources: tuple[tuple[int, str], ...]


def describe_dependencies(task: Task, trajectory: Trajectory) -> str:
    """Return what each call of the first reference needs, what can be done together, and what decides.

    Args:
        task: A task with its first reference.
        trajectory: That reference as executed, with results.

    Returns:
        A line for each group of calls, then one for each decision and each comparison of sources.
    """
    calls = [call for _, call in trajectory.calls()]
    steps = [index for index, step in enumerate(trajectory.steps) for _ in step.calls]
    edges = task.references[0].edges
    lines = [_group_line(group, members, calls, edges) for group, members in _groups(calls, steps, edges)]
    return "\n".join([*lines, *_decisions(task), *_comparisons(task)])


def _groups(
    calls: Sequence[Call], steps: Sequence[int], edges: Sequence[Edge]
) -> Iterator[tuple[_Group, list[int]]]:
    needs: dict[int, list[int]] = defaultdict(list)
    for edge in edges:
        needs[edge.target].append(edge.source)
    members: dict[_Group, list[int]] = defaultdict(list)
    for index, call in enumerate(calls):
        sources = sorted({(steps[source], calls[source].name) for source in needs[index]})
        members[_Group(steps[index], call.name, tuple(sources))].append(index)
    yield from members.items()


def _group_line(group: _Group, members: list[int], calls: Sequence[Call], edges: Sequence[Edge]) -> str:
    mine = set(members)
    several = len(members) > 1
    head = f"Step {group.step + 1}: {_numbers(members)} ({group.tool})"
    if not group.sources:
        tail = " They do not need each other." if several else ""
        return f"{head} {'need' if several else 'needs'} only the request.{tail}"
    needed = sorted({edge.source for edge in edges if edge.target in mine})
    tools = join(list(dict.fromkeys(calls[source].name for source in needed)))
    server = group.tool.partition("/")[0]
    across = any(calls[source].server != server for source in needed)
    pairs = [(edge.source, edge.target) for edge in edges if edge.target in mine]
    passed = join(list(dict.fromkeys(name for pair in pairs for name in _passed(calls, *pair))))
    line = f"{head} {'need' if several else 'needs'} {_numbers(needed)} ({tools})"
    line += f" for {passed}" if passed else " to know what to do"
    line += ", from another server." if across else "."
    return f"{line} They do not need each other." if several else line


def _passed(calls: Sequence[Call], source: int, target: int) -> Iterator[str]:
    """Yield the names of arguments whose values the result of another call states."""
    result = calls[source].result
    stated = folded_result(result) if result is not None else ""
    arguments = parsed_arguments(calls[target].arguments)
    for name, value in arguments.items() if isinstance(arguments, dict) else ():
        if any(says(stated, scalar) for scalar in _scalars(value)):
            yield name


def _scalars(value: Any) -> Iterator[str | int | float]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _scalars(each)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield value


def _decisions(task: Task) -> Iterator[str]:
    for branch in task.branches:
        taken, other = _branch_words(branch.taken), _branch_words(branch.other)
        here = "" if branch.holds is None else " It is met here." if branch.holds else " It is not met here."
        yield f"Decision, if {branch.condition}:{here} So {taken}; in the other case {other}."


def _branch_words(branch: Branch) -> str:
    if not branch:
        return "nothing more is called"
    tools = join(list(branch.tools)) or "any tool"
    values = f" with {join([str(value) for value in branch.values], 'or')}" if branch.values else ""
    return f"{tools}{values} is called"


def _comparisons(task: Task) -> Iterator[str]:
    for validation in task.validations:
        wrong, compared = validation.contradicted, validation.compared
        yield (
            f"Comparison: {validation.sources[0]} and {validation.sources[1]} both state {validation.fact}; "
            f"they contradict each other about {join(list(wrong))} ({len(wrong)} of {len(compared)})."
        )


def _numbers(places: Sequence[int]) -> str:
    """Return the numbers of calls, from 1, with runs shortened: `calls 2, 4–9 and 11`."""
    runs: list[list[int]] = []
    for place in places:
        if runs and place == runs[-1][-1] + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    words = [word for run in runs for word in _run_words(run)]
    return f"{'call' if len(places) == 1 else 'calls'} {join(words)}"


def _run_words(run: Sequence[int]) -> list[str]:
    if len(run) <= 2:
        return [str(place + 1) for place in run]
    return [f"{run[0] + 1}–{run[-1] + 1}"]
