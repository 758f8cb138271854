"""Carrying calls out again: one by one to see what each does, and at last to prove that a reference works."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m3bench.core import Call, Reference, Step, Task
from m3bench.forge.references.bench import Bench, Carried
from m3bench.forge.references.needs import Action, CallGraph, graph_of
from m3bench.forge.references.verdict import unfounded


async def rehearsed(task: Task, calls: Sequence[Call], bench: Bench) -> list[Action] | str:
    """The calls in their order, each alone, with what it wrote; or which of them does not work again."""
    carried = await bench.carried_out(task, [Step((bare(call),)) for call in calls], None)
    for before, now in zip(calls, carried.calls, strict=True):
        if before.outcome is not now.outcome:
            return f"{now.name} ended in {before.outcome}, but executed again, in {now.outcome}"
    return [
        Action(Call(before.name, before.arguments, result=now.result, outcome=now.outcome), wrote)
        for before, now, wrote in zip(calls, carried.calls, carried.wrote, strict=True)
    ]


async def proved(
    task: Task, reference: Reference, expected: Sequence[Action], graph: CallGraph, bench: Bench
) -> tuple[Carried, tuple[str, ...]]:
    """The reference executed in a fresh workspace, and what is not as it was."""
    carried = await bench.carried_out(task, reference.steps, reference.answer, reference.fields)
    return carried, tuple(_differences(task, carried, expected, graph))


def _differences(task: Task, carried: Carried, expected: Sequence[Action], graph: CallGraph) -> Iterator[str]:
    for now, before in zip(carried.calls, expected, strict=True):
        if now.outcome is not before.call.outcome:
            yield f"{now.name} ended in {before.call.outcome}, but in the reference, in {now.outcome}"
    written = frozenset().union(*(action.wrote for action in graph.actions))
    for path in sorted(written ^ carried.files):
        yield f"{path} is {'not written' if path in written else 'written'} by the reference"
    yield from (f"check of {task.id} failed: {each}" for each in carried.failed)
    again = graph_of([Action(call) for call in carried.calls], graph.request, seen=graph.seen)
    known = {each.value for each in unfounded(graph, task)}
    yield from (str(each) for each in unfounded(again, task) if each.value not in known)


def bare(call: Call) -> Call:
    """Only what makes it the call that it is."""
    return Call(call.name, call.arguments)
