"""Parts of a plan that do not depend on each other, so that their steps can be taken together."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeVar

from m3bench.suites import CallResult, PlannedCall

_Result = TypeVar("_Result")
Thread = Generator[Sequence[PlannedCall], Sequence[CallResult], _Result]
"""Like a plan, but it may return any result."""


def in_parallel(*threads: Thread[Any]) -> Thread[list[Any]]:
    """Run threads in parallel: the first steps of all become one step, then the second ones, and so on.

    Returns the results of the threads in the order given."""
    results: list[Any] = [None] * len(threads)
    steps: dict[int, Sequence[PlannedCall]] = {}
    for index, thread in enumerate(threads):
        _advance(thread, None, index, steps, results)
    while steps:
        received = list((yield [planned for step in steps.values() for planned in step]))
        for place, step in list(steps.items()):
            mine, received = received[: len(step)], received[len(step) :]
            _advance(threads[place], mine, place, steps, results)
    return results


def _advance(
    thread: Thread[Any],
    received: Sequence[CallResult] | None,
    place: int,
    steps: dict[int, Sequence[PlannedCall]],
    results: list[Any],
) -> None:
    """Store the next step of the thread, or its result if it has ended."""
    try:
        steps[place] = thread.send(received) if received is not None else next(thread)
    except StopIteration as end:
        steps.pop(place, None)
        results[place] = end.value


def single_step(*calls: PlannedCall) -> Thread[list[CallResult]]:
    """Return a thread of one step."""
    return list((yield calls))
