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
from m3bench.forge.tasks.facts import Fact
from m3bench.forge.tasks.phrases import ordinal
from m3bench.forge.tasks.plans import Plan, Shape
from m3bench.forge.tasks.shapes.deciding import gather_decision
from m3bench.forge.tasks.shapes.items import find_item, is_number, label_of
from m3bench.forge.tasks.shapes.shaped import Asked, Shaped, ask, ask_computed, field_type
from m3bench.forge.tasks.shapes.validating import gather_validation
from m3bench.hosting import Tool

_FEWEST, _MOST = 3, 4
"""Things of an iteration."""
_SUMMED = frozenset(
    {
        "price", "cost", "fee", "runtime", "duration", "length", "distance", "budget", "revenue",
        "population", "area", "weight", "number", "season", "episode", "vote", "comment", "review", "calorie",
        "volume",
    }
)  # fmt: skip
"""Words of figures whose sum means something; of others, the mean is asked for."""
_NOT_SUMMED = frozenset({"average", "mean", "rating", "rate", "year", "percent"})


async def gather(plan: Plan, trials: Trials, tools: Mapping[str, Tool], today: date) -> Shaped | str:
    """Execute a plan of a shape.

    Args:
        plan: The plan.
        trials: Where it is executed.
        tools: All tools by their full names.
        today: The date of the world.

    Returns:
        The plan as executed, or why it gives no task.
    """
    walker = Walker(trials, tools, today)
    start = first_arguments(plan.chains[0], tools)
    return await _GATHER[plan.shape](plan, walker, start, tools, today)


async def _chain(
    plan: Plan, walker: Walker, start: dict[str, Any] | None, tools: Mapping[str, Tool], today: date
) -> Shaped | str:
    del tools, today
    leg = await walker.leg(plan.chains[0], start)
    if leg is None:
        return "the calls do not form a chain with a fact at its end"
    return Shaped(plan.shape, (leg,), (ask("value", leg.fact, leg.fact.words),))


async def _parallel(
    plan: Plan, walker: Walker, start: dict[str, Any] | None, tools: Mapping[str, Tool], today: date
) -> Shaped | str:
    first = await walker.leg(plan.chains[0], start)
    if first is None:
        return "the calls do not form a chain with a fact at its end"
    if len(plan.chains) > 1:
        other = await walker.leg(plan.chains[1], first_arguments(plan.chains[1], tools))
        return _side_by_side(first, other)
    for another in other_starts(tools[plan.chains[0][0].source], first.calls[0].arguments, today):
        found = _difference(first, await walker.leg(plan.chains[0], another))
        if found is not None:
            return found
    return "no other beginning of the chain leads to a figure of the same kind"


def _side_by_side(one: Leg, other: Leg | None) -> Shaped | str:
    if other is None:
        return "one of the two chains does not end with a fact"
    fact = next((fact for fact in other.facts if fact.words != one.fact.words), None)
    if fact is None:
        return "both chains end with the same fact"
    legs = (one, msgspec.structs.replace(other, facts=(fact,)))
    asked = tuple(
        ask(f"value_{index}", leg.fact, f"{leg.fact.words} of the {leg.passed[-1].thing}")
        for index, leg in enumerate(legs, 1)
    )
    return Shaped(Shape.PARALLEL, legs, asked)


def _difference(one: Leg, other: Leg | None) -> Shaped | None:
    if other is None or one.calls[-1].arguments == other.calls[-1].arguments:
        return None
    legs = with_same_figure((one, other))
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


async def _several(
    plan: Plan, walker: Walker, start: dict[str, Any] | None, *, figures: bool
) -> tuple[Leg, ...] | str:
    """Look up the first things of a list."""
    legs: list[Leg] = []
    for index in range(_MOST):
        leg = await walker.leg(plan.chains[0], start, skipped=index)
        if leg is None or leg.passed[-1].rank != index:
            break
        legs.append(leg)
    if len(legs) < _FEWEST:
        return f"fewer than {_FEWEST} things of one list could be looked up"
    found = with_same_figure(legs) if figures else with_same_fact(legs)
    return found or "the things have no fact in common that differs"


async def _iteration(
    plan: Plan, walker: Walker, start: dict[str, Any] | None, tools: Mapping[str, Tool], today: date
) -> Shaped | str:
    del tools, today
    legs = await _several(plan, walker, start, figures=False)
    if isinstance(legs, str):
        return legs
    fact = legs[0].fact
    meaning = f"{fact.words} of each {legs[0].passed[-1].thing}, in the order of the list"
    field = AnswerField("values", field_type(fact.value), meaning, many=True, ordered=True)
    expected = Expected(items=tuple(Expected(leg.fact.value) for leg in legs))
    return Shaped(plan.shape, legs, (Asked(field, expected),))


async def _aggregation(
    plan: Plan, walker: Walker, start: dict[str, Any] | None, tools: Mapping[str, Tool], today: date
) -> Shaped | str:
    del tools, today
    legs = await _several(plan, walker, start, figures=True)
    if isinstance(legs, str):
        return legs
    values = tuple(leg.fact.value for leg in legs)
    if values.count(max(values)) > 1:
        return "several things share the highest figure"
    fact = legs[0].fact
    said = set(words(fact.words))
    total = "sum" if said & _SUMMED and not said & _NOT_SUMMED else "mean"
    figure = sum(values) / (len(values) if total == "mean" else 1)
    asked = (
        _highest(legs, values.index(max(values))),
        ask(
            "highest_value",
            max((leg.fact for leg in legs), key=lambda each: each.value),
            f"its {fact.words}",
        ),
        ask_computed(total, figure, f"{total} of the {fact.words}, over all {len(legs)}", values),
    )
    return Shaped(plan.shape, legs, asked, total=total)


def _highest(legs: Sequence[Leg], place: int) -> Asked:
    """Ask for the name of the thing with the highest figure, or for its position."""
    last = legs[0].links[-1]
    items = [find_item(leg.calls[-2].result, last.field, leg.passed[-1].value) for leg in legs]
    labels = [label_of(item) if item is not None else None for item in items]
    thing, words_of_fact = legs[0].passed[-1].thing, legs[0].fact.words
    meaning = f"the {thing} with the highest {words_of_fact}"
    name = labels[place]
    if name is None or len(set(labels)) < len(labels):
        choices = tuple(ordinal(index) for index in range(len(legs)))
        field = AnswerField("highest", FieldType.CHOICE, f"{meaning}, by its position", choices=choices)
        return Asked(field, Expected(choices[place]))
    return Asked(AnswerField("highest", FieldType.NAME, f"{meaning}, by its name"), Expected(name))


def with_same_fact(legs: Sequence[Leg]) -> tuple[Leg, ...] | None:
    """Return the legs with the first fact that all of them have and that is not the same everywhere."""
    return _with_common(legs, lambda value: isinstance(value, str | int | float))


def with_same_figure(legs: Sequence[Leg]) -> tuple[Leg, ...] | None:
    """Return the legs with the first figure that all of them have and that is not the same everywhere."""
    return _with_common(legs, is_number)


def _with_common(legs: Sequence[Leg], fits: Callable[[Any], bool]) -> tuple[Leg, ...] | None:
    by_path: list[dict[tuple[str, ...], Fact]] = [{fact.path: fact for fact in leg.facts} for leg in legs]
    for path, first in by_path[0].items():
        found = [facts.get(path) for facts in by_path]
        kept = [fact for fact in found if fact is not None and fits(fact.value)]
        kinds = {field_type(fact.value) for fact in kept}
        if (
            len(kept) == len(legs)
            and len({fact.value for fact in kept}) > 1
            and kinds == {field_type(first.value)}
        ):
            return tuple(
                msgspec.structs.replace(leg, facts=(fact,)) for leg, fact in zip(legs, kept, strict=True)
            )
    return None


_Gather = Callable[
    [Plan, Walker, dict[str, Any] | None, Mapping[str, Tool], date], Coroutine[Any, Any, Shaped | str]
]
_GATHER: Mapping[Shape, _Gather] = {
    Shape.CHAIN: _chain,
    Shape.PARALLEL: _parallel,
    Shape.DECISION: gather_decision,
    Shape.ITERATION: _iteration,
    Shape.VALIDATION: gather_validation,
    Shape.AGGREGATION: _aggregation,
}
