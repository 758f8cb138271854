"""Parts of a plan that do not wait for each other: their steps are taken together."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeVar

from m3bench.suites.planning import Found, Wanted

_Result = TypeVar("_Result")
Thread = Generator[Sequence[Wanted], Sequence[Found], _Result]
"""Like a plan, but it returns whatever it came to."""


def alongside(*threads: Thread[Any]) -> Thread[list[Any]]:
    """Runs threads side by side: the first steps of all are one step, then the second ones, and so on.
    Returns what each came to, in the order given."""
    results: list[Any] = [None] * len(threads)
    steps: dict[int, Sequence[Wanted]] = {}
    for place, thread in enumerate(threads):
        _advance(thread, None, place, steps, results)
    while steps:
        brought = list((yield [wanted for step in steps.values() for wanted in step]))
        for place, step in list(steps.items()):
            mine, brought = brought[: len(step)], brought[len(step) :]
            _advance(threads[place], mine, place, steps, results)
    return results


def _advance(
    thread: Thread[Any],
    brought: Sequence[Found] | None,
    place: int,
    steps: dict[int, Sequence[Wanted]],
    results: list[Any],
) -> None:
    """The thread's next step, or its result where it has ended."""
    try:
        steps[place] = thread.send(brought) if brought is not None else next(thread)
    except StopIteration as end:
        steps.pop(place, None)
        results[place] = end.value


def asked(*wanted: Wanted) -> Thread[list[Found]]:
    """A thread of one step."""
    return list((yield wanted))
