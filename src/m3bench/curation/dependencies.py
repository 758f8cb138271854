"""The dependencies of a reference in words, for judges and readers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from m3bench.core import Branch, Call, Edge, Task, Trajectory, parsed_arguments
from m3bench.core.text import join
from m3bench.curation.structures import plain_values
from m3bench.scoring import folded_result, says


class _Group(msgspec.Struct, frozen=True):
    """Calls of one tool in one step that need the same calls, or calls of the same tool in the same step."""

    step: int
    tool: str
    sources: tuple[tuple[int, str], ...]


def describe_dependencies(task: Task, trajectory: Trajectory) -> str:
    """Return what each call of the first reference needs, what can be done together, and what decides.

    The trajectory is the first reference as executed. There is a line for each group of calls, then one for
    each decision and each comparison of sources.
    """
    calls = [call for _, call in trajectory.calls()]
    steps = [index for index, step in enumerate(trajectory.steps) for _ in step.calls]
    edges = task.references[0].edges
    groups = _groups(calls, steps, edges)
    lines = [_group_line(group, members, calls, edges) for group, members in groups.items()]
    return "\n".join([*lines, *_decisions(task), *_comparisons(task)])


def _groups(calls: Sequence[Call], steps: Sequence[int], edges: Sequence[Edge]) -> dict[_Group, list[int]]:
    needs: dict[int, list[int]] = defaultdict(list)
    for edge in edges:
        needs[edge.target].append(edge.source)
    members: dict[_Group, list[int]] = defaultdict(list)
    for index, call in enumerate(calls):
        sources = sorted({(steps[source], calls[source].name) for source in needs[index]})
        members[_Group(steps[index], call.name, tuple(sources))].append(index)
    return members


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
        scalars = (scalar for scalar in plain_values(value) if not isinstance(scalar, bool))
        if any(says(stated, scalar) for scalar in scalars):
            yield name


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


def _numbers(indexes: Sequence[int]) -> str:
    """Return the numbers of calls, from 1, with runs shortened: `calls 2, 4–9 and 11`."""
    runs: list[list[int]] = []
    for number in (index + 1 for index in indexes):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = [word for run in runs for word in (map(str, run) if len(run) <= 2 else [f"{run[0]}–{run[-1]}"])]
    return f"{'call' if len(indexes) == 1 else 'calls'} {join(words)}"
