"""Random trajectories for property tests."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from m3bench.core import Call, Reference, Step, Task, Trajectory

TOOLS = ("maps/geocode", "maps/route", "wiki/summary", "sheet/write")

scalars = st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-2, 2) | st.text(max_size=6)
arguments: st.SearchStrategy[Any] = st.one_of(
    st.dictionaries(
        st.sampled_from(["a", "b", "é", "query"]), scalars | st.lists(scalars, max_size=2), max_size=3
    ),
    scalars,
    st.sampled_from(['{"a": 1}', "not json", "[1, 2]"]),
)
calls = st.builds(Call, st.sampled_from(TOOLS), arguments)
steps = st.lists(st.builds(Step, st.lists(calls, max_size=4).map(tuple)), max_size=4).map(tuple)


def task(*references: tuple[Step, ...], task_id: str = "t", family: str | None = None) -> Task:
    return Task(
        id=task_id, family=family, references=tuple(Reference(steps=reference) for reference in references)
    )


def trajectory(found: tuple[Step, ...], task_id: str = "t") -> Trajectory:
    return Trajectory(task_id=task_id, steps=found)


def shuffled(found: tuple[Step, ...], seed: int) -> tuple[Step, ...]:
    """The same steps with their calls listed, and the keys of their arguments written, in another order."""
    generator = random.Random(seed)
    return tuple(
        Step(tuple(_reordered(call, generator) for call in _mixed(step, generator))) for step in found
    )


def without_call(found: tuple[Step, ...], index: int) -> tuple[Step, ...]:
    """The same steps less one call, counted through all steps."""
    kept, position = [], 0
    for step in found:
        members = [call for place, call in enumerate(step.calls, start=position) if place != index]
        position += len(step.calls)
        kept.append(Step(tuple(members)))
    return tuple(kept)


def _mixed(step: Step, generator: random.Random) -> list[Call]:
    return generator.sample(step.calls, len(step.calls))


def _reordered(call: Call, generator: random.Random) -> Call:
    if not isinstance(call.arguments, dict):
        return call
    items = list(call.arguments.items())
    return Call(call.name, dict(generator.sample(items, len(items))))
