"""An executor that gets there in the end: it takes a reference and spoils its way, but not its result."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import chain

from m3bench.agents import Attempt, Ending
from m3bench.agents.baselines.reference import answer_of, first_reference, prepare_calls
from m3bench.core import Call, Edge, Reference
from m3bench.scoring.match import call_key

_SHARE = 0.35


class WanderingAgent:
    """Splits steps, reorders what is independent, repeats, retries after mistakes, and takes wrong tools.

    Everything is drawn from the attempt's seed, so that the same seed wanders the same way.
    """

    needs_model = False

    def __init__(self, share: float = _SHARE) -> None:
        self.name = f"wandering:{share:g}"
        self._share = share

    async def solve(self, attempt: Attempt) -> Ending:
        reference = first_reference(attempt.task, self.name)
        tools = [tool.full_name for tool in attempt.toolbox.tools]
        done: list[Call] = []
        for call in wandering_order(reference, attempt.dice):
            for made in _detours(call, done, tools, attempt.dice, self._share):
                await attempt.call(prepare_calls([made], attempt))
            await attempt.call(prepare_calls([call], attempt))
            done.append(call)
        return Ending(answer_of(reference, attempt.task), fields=reference.fields)


class SkippingAgent:
    """Leaves out a call whose result others need, and passes on what it would have brought all the same."""

    needs_model = False

    def __init__(self, skipped: int) -> None:
        self.name = f"skipping:{skipped}"
        self._skipped = skipped

    async def solve(self, attempt: Attempt) -> Ending:
        reference = first_reference(attempt.task, self.name)
        number = -1
        for step in reference.steps:
            calls = []
            for call in step.calls:
                number += 1
                calls += [call] if number != self._skipped else []
            if calls:
                await attempt.call(prepare_calls(calls, attempt))
        return Ending(answer_of(reference, attempt.task), fields=reference.fields)


def wandering_order(reference: Reference, dice: random.Random) -> list[Call]:
    """The calls one after another, in any order that keeps what depends on what."""
    calls = [call for _, call in reference.calls()]
    left = list(range(len(calls)))
    order: list[int] = []
    while left:
        ready_now = [index for index in left if not _waits(index, left, reference.edges)]
        chosen = dice.choice(ready_now)
        left.remove(chosen)
        order.append(chosen)
    return [calls[index] for index in order]


def _waits(index: int, left: Sequence[int], edges: Sequence[Edge]) -> bool:
    return any(edge.target == index and edge.source in left for edge in edges)


def _detours(
    call: Call, done: Sequence[Call], tools: Sequence[str], dice: random.Random, share: float
) -> list[Call]:
    """What comes before a call that is right."""
    made: list[Call] = []
    if done and dice.random() < share:
        made.append(dice.choice(done))
    if dice.random() < share:
        made.append(Call(call.name, {**_arguments(call), "surely_not_a_parameter": 1}))
    if dice.random() < share:
        made.append(Call(f"{call.server}/no_such_tool", call.arguments))
    if dice.random() < share:
        made.append(Call(dice.choice(tools), call.arguments))
    if dice.random() < share:
        made.append(Call(call.name, None))
    return made


def _arguments(call: Call) -> dict[str, object]:
    return dict(call.arguments) if isinstance(call.arguments, dict) else {}


def same_way(reference: Reference, other: Reference) -> bool:
    """The same steps as sets of calls with the same arguments."""
    return _sets(reference) == _sets(other)


def same_calls(reference: Reference, other: Reference) -> bool:
    """The same calls with the same arguments, whatever the steps."""
    return sorted(chain(*_sets(reference))) == sorted(chain(*_sets(other)))


def _sets(reference: Reference) -> list[list[tuple[str, str]]]:
    return [sorted(map(call_key, step.calls)) for step in reference.steps]
