"""Mistakes of an agent, and plans of which ones happen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from enum import StrEnum

import msgspec

from m3bench.core import Step


class Mistake(StrEnum):
    OTHER_TOOL = "another tool of the same server"
    FOREIGN_TOOL = "a tool of another server"
    UNKNOWN_TOOL = "a tool that does not exist"
    DROPPED = "a call left out"
    REPEATED = "a call made twice"
    NUMBER = "another number in an argument"
    WORDS = "other words in an argument"
    MISSING = "an argument left out"
    INVENTED = "an argument that does not exist"
    BROKEN = "arguments that are no JSON"
    SWAPPED = "a step before its turn"
    SPLIT = "calls one after the other instead of together"
    MERGED = "two steps at once"
    EARLY_STOP = "stopped half-way"
    WRONG_ANSWER = "a wrong answer"


OF_CALLS = tuple(Mistake)[: tuple(Mistake).index(Mistake.SWAPPED)]
OF_STEPS = (Mistake.SWAPPED, Mistake.SPLIT, Mistake.MERGED)


class PlannedMistake(msgspec.Struct, frozen=True, omit_defaults=True):
    """A planned mistake. Steps, and calls in a step, are counted from 0 as in the reference."""

    mistake: Mistake
    seed: int
    """Decides the details."""
    step: int | None = None
    call: int | None = None

    @property
    def dice(self) -> random.Random:
        return random.Random(self.seed)  # noqa: S311 - repeatable, not secret


def plan(steps: Sequence[Step], dice: random.Random, share: float) -> tuple[PlannedMistake, ...]:
    """Plan mistakes: each call, each step, the ending and the answer go wrong with probability `share`.

    The draws do not depend on the share: a mistake at 0.1 also happens at 0.3.
    """
    drawn: list[tuple[float, PlannedMistake]] = []
    for index, step in enumerate(steps):
        drawn.append(_draw(dice, possible_of_step(steps, index), index))
        drawn += [_draw(dice, OF_CALLS, index, call) for call in range(len(step.calls))]
    drawn += [_draw(dice, (ending,)) for ending in (Mistake.EARLY_STOP, Mistake.WRONG_ANSWER)]
    return tuple(planned for luck, planned in drawn if luck < share)


def possible_of_step(steps: Sequence[Step], index: int) -> tuple[Mistake, ...]:
    """Return the mistakes that apply to a step. Some need a neighbour, others several calls."""
    alone, single = len(steps) < 2, len(steps[index].calls) < 2
    possible = {Mistake.SWAPPED: not alone, Mistake.SPLIT: not single, Mistake.MERGED: not alone}
    return tuple(mistake for mistake in OF_STEPS if possible[mistake])


def _draw(
    dice: random.Random, kinds: Sequence[Mistake], step: int | None = None, call: int | None = None
) -> tuple[float, PlannedMistake]:
    luck, choice, seed = dice.random(), dice.random(), dice.getrandbits(64)
    if not kinds:
        return 1.0, PlannedMistake(Mistake.SPLIT, seed, step)
    return luck, PlannedMistake(kinds[int(choice * len(kinds))], seed, step, call)
