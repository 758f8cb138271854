"""Which calls an outside agent issued together: those that overlap in time."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.core import Call, Step


class Issued(msgspec.Struct, frozen=True):
    """A call with the time from its arrival until the agent could know its result."""

    call: Call
    start: float
    end: float | None = None
    """None while it is under way."""


def steps_of(issued: Sequence[Issued]) -> tuple[Step, ...]:
    """The steps, given the calls in the order of their arrival.

    A call that arrives after all others of the step have ended may build on what they gave, and begins a new
    step. Inside a step calls stand by their start, and by arrival where that is equal.
    """
    steps: list[list[Call]] = []
    open_until: float | None = None
    for one in sorted(issued, key=lambda each: each.start):
        if not steps or (open_until is not None and one.start > open_until):
            steps.append([])
            open_until = one.end
        elif open_until is not None:
            open_until = None if one.end is None else max(open_until, one.end)
        steps[-1].append(one.call)
    return tuple(Step(tuple(calls)) for calls in steps)
