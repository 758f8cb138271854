"""Executing decisions: a figure of a thing decides which of two chains follows."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from m3bench.checks import Expected
from m3bench.core import AnswerField, FieldType
from m3bench.forge.links import extract_fields, values_at
from m3bench.forge.tasks.composition import Leg
from m3bench.forge.tasks.facts import Fact, is_number
from m3bench.forge.tasks.plans import Shape
from m3bench.forge.tasks.shapes.items import find_item, item_facts, label_of
from m3bench.forge.tasks.shapes.shaped import Asked, Decision, Execution, Shaped, ask
from m3bench.hosting import Tool

_THINGS_TRIED = 5
_DIGITS = 2
"""Significant digits of a threshold, where the two figures are far enough from each other."""


async def gather_decision(execution: Execution) -> Shaped | str:
    """Execute two chains that begin with the same call, or return why they give no task.

    One is executed for the first thing of a list, one for a thing on the other side.
    """
    chains, walker, start = execution.plan.chains, execution.walker, execution.start
    then, otherwise = [await walker.leg(chain, start) for chain in chains]
    if then is None or otherwise is None:
        return "one of the branches does not end with a fact"
    if then.passed[0].rank != 0 or otherwise.passed[0].rank != 0:
        return "the branches do not begin with the first thing of a list"
    differing = tuple(fact for fact in otherwise.facts if fact.words != then.fact.words)
    if not differing:
        return "both branches end with the same fact"
    otherwise = msgspec.structs.replace(otherwise, facts=differing)
    for fact, index, other in _conditions(then, execution.tools[chains[0][0].source]):
        threshold = threshold_between(fact.value, other.value)
        is_higher = fact.value > other.value
        chain, wanted = (chains[1], otherwise.fact.path) if is_higher else (chains[0], then.fact.path)
        example = _with_fact(await walker.leg(chain, start, skipped=index, at=0), wanted)
        if example is not None and example.passed[0].rank == index:
            pair = (then, example) if is_higher else (example, otherwise)
            return _asked(Decision(fact, threshold, *pair, other, _label(example)))
    return "no figure in the list separates the first thing from another one that can be looked up"


def threshold_between(figure: float, other: float) -> float:
    """Return a short number above the lower figure and not above the higher one."""
    low, high = sorted((figure, other))
    middle = (low + high) / 2
    if middle:
        short = round(middle, _DIGITS - 1 - math.floor(math.log10(abs(middle))))
        if low < short <= high:
            return int(short) if float(short).is_integer() else short
    return high


def _conditions(leg: Leg, tool: Tool) -> Iterator[tuple[Fact, int, Fact]]:
    """Yield figures of the first thing, with the position and the figure of another thing."""
    result, link = leg.calls[0].result, leg.links[0]
    first = find_item(result, link.field, leg.passed[0].value)
    if first is None:
        return
    others = values_at(extract_fields(result), link.field)[1:_THINGS_TRIED]
    for fact in item_facts(first, tool):
        for index, value in enumerate(others, 1):
            item = find_item(result, link.field, value)
            same = item.get(fact.path[0]) if item is not None else None
            if is_number(fact.value) and is_number(same) and same != fact.value:
                yield fact, index, Fact(fact.words, same, fact.path)


def _with_fact(leg: Leg | None, path: tuple[str, ...]) -> Leg | None:
    facts = tuple(fact for fact in leg.facts if fact.path == path) if leg is not None else ()
    return msgspec.structs.replace(leg, facts=facts) if leg is not None and facts else None


def _label(leg: Leg) -> str:
    item = find_item(leg.calls[0].result, leg.links[0].field, leg.passed[0].value)
    return (label_of(item) if item is not None else None) or str(leg.passed[0].value)


def _asked(decision: Decision) -> Shaped:
    condition = f"whether the {decision.fact.words} is at least {decision.threshold:g}"
    asked = [Asked(AnswerField("condition", FieldType.YES_NO, condition), Expected(decision.holds))]
    for name, leg in (("if_so", decision.then), ("otherwise", decision.otherwise)):
        meaning = f"{leg.fact.words}, if this case applies"
        branch = ask(name, leg.fact, meaning)
        asked.append(branch if leg is decision.taken else Asked(branch.field, Expected()))
    return Shaped(Shape.DECISION, (decision.taken,), tuple(asked), decision)
