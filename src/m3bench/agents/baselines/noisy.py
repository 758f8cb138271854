"""`noisy:0.3`: the reference with seeded mistakes of every kind, to test scores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.baselines.corruption import corrupt
from m3bench.agents.baselines.mistakes import OF_STEPS, Mistake, PlannedMistake, plan
from m3bench.agents.baselines.reference import answer_of, first_reference, prepare_calls
from m3bench.agents.baselines.slips import other_entry, other_words
from m3bench.agents.registry import Agent
from m3bench.core import Call, Step, UsageError

_HINT = "Give the share of mistakes, from 0 to 1: noisy:0.3"


class NoisyAgent:
    """Each call, each step, the ending and the answer go wrong with the same probability."""

    needs_model = False

    def __init__(self, share: float) -> None:
        self.share = share
        self.name = f"noisy:{share:g}"

    async def solve(self, attempt: Attempt) -> Ending:
        reference = first_reference(attempt.task, self.name)
        planned = plan(reference.steps, attempt.dice, self.share)
        names = [tool.full_name for tool in attempt.toolbox.tools]
        corrupted = corrupt_steps(reference.steps, planned, names)
        attempt.notes["mistakes"] = list(corrupted.mistakes)
        for step in corrupted.steps:
            await attempt.call(prepare_calls(step.calls, attempt), step.plan)
        answer = corrupt_answer(answer_of(reference, attempt.task), planned)
        return Ending(answer, fields=corrupt_fields(reference.fields, planned))


@dataclass(frozen=True, slots=True)
class CorruptedSteps:
    steps: tuple[Step, ...]
    mistakes: tuple[str, ...]


def corrupt_steps(
    steps: Sequence[Step], planned: Sequence[PlannedMistake], tools: Sequence[str]
) -> CorruptedSteps:
    """Corrupt calls, then the order and grouping of steps, then cut the end. Empty steps are left out."""
    groups, mistakes = _corrupt_calls(steps, planned, tools)
    for mistake in planned:
        if mistake.mistake in OF_STEPS:
            _regroup(groups, mistake)
            mistakes.append(f"step {_step_number(mistake.step)}: {mistake.mistake}")
    left = [Step(tuple(group.calls), steps[group.origin].plan) for group in groups if group.calls]
    for mistake in planned:
        if mistake.mistake is Mistake.EARLY_STOP and left:
            left = left[: mistake.dice.randrange(len(left))]
        if mistake.step is None:
            mistakes.append(str(mistake.mistake))
    return CorruptedSteps(tuple(left), tuple(mistakes))


def corrupt_answer(answer: str | None, planned: Sequence[PlannedMistake]) -> str | None:
    """Corrupt the answer. An early stop has none."""
    by_kind = {mistake.mistake: mistake for mistake in planned}
    if answer is None or Mistake.EARLY_STOP in by_kind:
        return None
    wrong = by_kind.get(Mistake.WRONG_ANSWER)
    return other_words(answer, wrong.dice) if wrong is not None else answer


def corrupt_fields(fields: dict[str, Any] | None, planned: Sequence[PlannedMistake]) -> dict[str, Any] | None:
    """Change one field for a wrong answer. An early stop has no fields."""
    by_kind = {mistake.mistake: mistake for mistake in planned}
    if fields is None or Mistake.EARLY_STOP in by_kind:
        return None
    wrong = by_kind.get(Mistake.WRONG_ANSWER)
    return other_entry(fields, wrong.dice) if wrong is not None else fields


@dataclass(slots=True)
class _Group:
    """Calls of one step, and the index of the reference step they come from."""

    origin: int
    calls: list[Call]


def _corrupt_calls(
    steps: Sequence[Step], planned: Sequence[PlannedMistake], tools: Sequence[str]
) -> tuple[list[_Group], list[str]]:
    by_index = {(mistake.step, mistake.call): mistake for mistake in planned if mistake.call is not None}
    groups, mistakes = [_Group(index, []) for index in range(len(steps))], []
    for group, step in zip(groups, steps, strict=True):
        for index, call in enumerate(step.calls):
            mistake = by_index.get((group.origin, index))
            if mistake is None:
                group.calls.append(call)
                continue
            made, instead = corrupt(call, mistake, tools)
            group.calls += instead
            mistakes.append(f"step {_step_number(group.origin)}, {call.name}: {made}")
    return groups, mistakes


def _regroup(groups: list[_Group], planned: PlannedMistake) -> None:
    """Apply a mistake of steps. It does nothing if an earlier mistake removed its step."""
    position = next((index for index, group in enumerate(groups) if group.origin == planned.step), None)
    if position is None:
        return
    if planned.mistake is Mistake.SPLIT:
        pieces = [_Group(groups[position].origin, [call]) for call in groups[position].calls]
        groups[position : position + 1] = pieces or [groups[position]]
    elif len(groups) > 1:
        first = min(position, len(groups) - 2)
        pair = groups[first : first + 2]
        if planned.mistake is Mistake.SWAPPED:
            # Do not undo a swap by the mistake of a neighbour.
            groups[first : first + 2] = sorted(pair, key=lambda group: -group.origin)
        else:
            groups[first : first + 2] = [_Group(pair[0].origin, pair[0].calls + pair[1].calls)]


def _step_number(index: int | None) -> int:
    return 0 if index is None else index + 1


def make(argument: str) -> Agent:
    try:
        share = float(argument)
    except ValueError:
        share = math.nan
    if not 0 <= share <= 1:
        problem = f"Invalid share of mistakes {argument!r}" if argument else "The agent noisy needs a number"
        raise UsageError(f"{problem}.", _HINT)
    return NoisyAgent(share)
