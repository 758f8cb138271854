"""Executing calls again: one by one to observe each, and finally to verify the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m3bench.core import Call, Reference, Step, Task
from m3bench.forge.references.bench import Bench, ExecutedSteps
from m3bench.forge.references.graph import Action, CallGraph, build_graph
from m3bench.forge.references.verdict import ungrounded_values


async def execute_one_by_one(task: Task, calls: Sequence[Call], bench: Bench) -> list[Action] | str:
    """Execute the calls one by one; return them with written files, or which call ends differently."""
    bare = [Call(call.name, call.arguments) for call in calls]
    carried = await bench.execute_steps(task, [Step((call,)) for call in bare], None)
    for before, now in zip(calls, carried.calls, strict=True):
        if before.outcome is not now.outcome:
            return f"{now.name} ended in {before.outcome}, but in {now.outcome} when executed again"
    return [
        Action(Call(before.name, before.arguments, result=now.result, outcome=now.outcome), wrote)
        for before, now, wrote in zip(calls, carried.calls, carried.wrote, strict=True)
    ]


async def verify_reference(
    task: Task, reference: Reference, expected: Sequence[Action], graph: CallGraph, bench: Bench
) -> tuple[ExecutedSteps, tuple[str, ...]]:
    """Execute the reference in a fresh workspace, and return differences."""
    carried = await bench.execute_steps(task, reference.steps, reference.answer, reference.fields)
    return carried, tuple(_differences(task, carried, expected, graph))


def _differences(
    task: Task, carried: ExecutedSteps, expected: Sequence[Action], graph: CallGraph
) -> Iterator[str]:
    for now, before in zip(carried.calls, expected, strict=True):
        if now.outcome is not before.call.outcome:
            yield f"{now.name} ended in {before.call.outcome}, but in {now.outcome} in the reference"
    written = frozenset().union(*(action.wrote for action in graph.actions))
    for path in sorted(written ^ carried.files):
        yield f"{path} is {'not written' if path in written else 'written'} by the reference"
    yield from (f"check of {task.id} failed: {failure}" for failure in carried.failed)
    again = build_graph([Action(call) for call in carried.calls], graph.request, seen=graph.seen)
    known = {value.value for value in ungrounded_values(graph, task)}
    yield from (str(value) for value in ungrounded_values(again, task) if value.value not in known)
