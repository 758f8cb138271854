"""Executing plans of a shape."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from m3bench.checks import Expected
from m3bench.core import AnswerField, FieldType
from m3bench.forge.links import Trials
from m3bench.forge.names import words
from m3bench.forge.tasks.composition import Leg, Walker, first_arguments, other_starts
from m3bench.forge.tasks.facts import Fact, is_number
from m3bench.forge.tasks.phrases import ordinal
from m3bench.forge.tasks.plans import Plan, Shape
from m3bench.forge.tasks.shapes.deciding import gather_decision
from m3bench.forge.tasks.shapes.items import find_item, label_of
from m3bench.forge.tasks.shapes.shaped import Asked, Execution, Shaped, ask, ask_computed, field_type
from m3bench.forge.tasks.shapes.validating import gather_validation
from m3bench.hosting import Tool

_FEWEST, _MOST = 3, 4
"""Things of an iteration."""
_SUMMED = frozenset({
    "price", "cost", "fee", "runtime", "duration", "length", "distance", "budget", "revenue", "population",
    "area", "weight", "number", "season", "episode", "vote", "comment", "review", "calorie", "volume",
})  # fmt: skip
"""Words of figures whose sum means something; of others, the mean is asked for."""
_NOT_SUMMED = frozenset({"average", "mean", "rating", "rate", "year", "percent"})


async def gather(plan: Plan, trials: Trials, tools: Mapping[str, Tool], today: date) -> Shaped | str:
    """Execute a plan of a shape, or return why it gives no task."""
    start = first_arguments(plan.chains[0], tools)
    return await _GATHER[plan.shape](Execution(plan, Walker(trials, tools, today), start, tools, today))


async def _chain(execution: Execution) -> Shaped | str:
    leg = await execution.walker.leg(execution.plan.chains[0], execution.start)
    if leg is None:
        return "the calls do not form a chain with a fact at its end"
    return Shaped(Shape.CHAIN, (leg,), (ask("value", leg.fact, leg.fact.words),))


async def _parallel(execution: Execution) -> Shaped | str:
    plan, walker, start, tools, today = execution
    first = await walker.leg(plan.chains[0], start)
    if first is None:
        return "the calls do not form a chain with a fact at its end"
    if len(plan.chains) > 1:
        other = await walker.leg(plan.chains[1], first_arguments(plan.chains[1], tools))
        return _side_by_side(first, other)
    for another in other_starts(tools[plan.chains[0][0].source], first.calls[0].arguments, today):
        compared = _difference(first, await walker.leg(plan.chains[0], another))
        if compared is not None:
            return compared
    return "no other beginning of the chain leads to a figure of the same kind"


def _side_by_side(first: Leg, other: Leg | None) -> Shaped | str:
    if other is None:
        return "one of the two chains does not end with a fact"
    fact = next((fact for fact in other.facts if fact.words != first.fact.words), None)
    if fact is None:
        return "both chains end with the same fact"
    legs = (first, msgspec.structs.replace(other, facts=(fact,)))
    asked = tuple(
        ask(f"value_{index}", leg.fact, f"{leg.fact.words} of the {leg.passed[-1].thing}")
        for index, leg in enumerate(legs, 1)
    )
    return Shaped(Shape.PARALLEL, legs, asked)


def _difference(first: Leg, other: Leg | None) -> Shaped | None:
    if other is None or first.calls[-1].arguments == other.calls[-1].arguments:
        return None
    legs = _with_common((first, other), is_number)
    if legs is None:
        return None
    made = Shaped(Shape.PARALLEL, legs)
    values = tuple(leg.fact.value for leg in legs)
    asked = [
        ask(f"value_{n + 1}", leg.fact, f"{leg.fact.words}, {made.label(n)}") for n, leg in enumerate(legs)
    ]
    meaning = f"difference between the two figures ({legs[0].fact.words}), without a sign"
    difference = ask_computed("difference", abs(values[0] - values[1]), meaning, values)
    return msgspec.structs.replace(made, asked=(*asked, difference))


async def _several(execution: Execution, fits: Callable[[Any], bool]) -> tuple[Leg, ...] | str:
    """Look up the first things of a list, which have a fact in common."""
    legs: list[Leg] = []
    for index in range(_MOST):
        leg = await execution.walker.leg(execution.plan.chains[0], execution.start, skipped=index)
        if leg is None or leg.passed[-1].rank != index:
            break
        legs.append(leg)
    if len(legs) < _FEWEST:
        return f"fewer than {_FEWEST} things of one list could be looked up"
    return _with_common(legs, fits) or "the things have no fact in common that differs"


async def _iteration(execution: Execution) -> Shaped | str:
    legs = await _several(execution, lambda value: isinstance(value, str | int | float))
    if isinstance(legs, str):
        return legs
    fact = legs[0].fact
    meaning = f"{fact.words} of each {legs[0].passed[-1].thing}, in the order of the list"
    field = AnswerField("values", field_type(fact.value), meaning, many=True, ordered=True)
    expected = Expected(items=tuple(Expected(leg.fact.value) for leg in legs))
    return Shaped(Shape.ITERATION, legs, (Asked(field, expected),))


async def _aggregation(execution: Execution) -> Shaped | str:
    legs = await _several(execution, is_number)
    if isinstance(legs, str):
        return legs
    values = tuple(leg.fact.value for leg in legs)
    if values.count(max(values)) > 1:
        return "several things share the highest figure"
    fact = legs[0].fact
    said = set(words(fact.words))
    total = "sum" if said & _SUMMED and not said & _NOT_SUMMED else "mean"
    figure = sum(values) / (len(values) if total == "mean" else 1)
    highest = values.index(max(values))
    asked = (
        _highest(legs, highest),
        ask("highest_value", legs[highest].fact, f"its {fact.words}"),
        ask_computed(total, figure, f"{total} of the {fact.words}, over all {len(legs)}", values),
    )
    return Shaped(Shape.AGGREGATION, legs, asked, total=total)


def _highest(legs: Sequence[Leg], index: int) -> Asked:
    """Ask for the name of the thing with the highest figure, or for its position."""
    last = legs[0].links[-1]
    items = [find_item(leg.calls[-2].result, last.field, leg.passed[-1].value) for leg in legs]
    labels = [label_of(item) if item is not None else None for item in items]
    thing, words_of_fact = legs[0].passed[-1].thing, legs[0].fact.words
    meaning = f"the {thing} with the highest {words_of_fact}"
    name = labels[index]
    if name is None or len(set(labels)) < len(labels):
        choices = tuple(map(ordinal, range(len(legs))))
        field = AnswerField("highest", FieldType.CHOICE, f"{meaning}, by its position", choices=choices)
        return Asked(field, Expected(choices[index]))
    return Asked(AnswerField("highest", FieldType.NAME, f"{meaning}, by its name"), Expected(name))


def _with_common(legs: Sequence[Leg], fits: Callable[[Any], bool]) -> tuple[Leg, ...] | None:
    """Return the legs with the first fact that fits, that all have, and that is not the same everywhere."""
    by_path: list[dict[tuple[str, ...], Fact]] = [{fact.path: fact for fact in leg.facts} for leg in legs]
    for path in by_path[0]:
        facts = [own[path] for own in by_path if path in own and fits(own[path].value)]
        is_common = len(facts) == len(legs) and len({fact.value for fact in facts}) > 1
        if is_common and len({field_type(fact.value) for fact in facts}) == 1:
            pairs = zip(legs, facts, strict=True)
            return tuple(msgspec.structs.replace(leg, facts=(fact,)) for leg, fact in pairs)
    return None


_GATHER: Mapping[Shape, Callable[[Execution], Coroutine[Any, Any, Shaped | str]]] = {
    Shape.CHAIN: _chain,
    Shape.PARALLEL: _parallel,
    Shape.DECISION: gather_decision,
    Shape.ITERATION: _iteration,
    Shape.VALIDATION: gather_validation,
    Shape.AGGREGATION: _aggregation,
}
