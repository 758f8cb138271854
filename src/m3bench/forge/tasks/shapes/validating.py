"""Executing validations: two tools return the same fact about one thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from m3bench.checks import Expected
from m3bench.core import AnswerField, FieldType
from m3bench.forge.links import is_same, make_sample
from m3bench.forge.names import plural, words
from m3bench.forge.tasks.composition import Leg
from m3bench.forge.tasks.facts import Fact, find_facts, is_number
from m3bench.forge.tasks.phrases import tells_everything, topic_of
from m3bench.forge.tasks.plans import Shape
from m3bench.forge.tasks.shapes.items import find_item, item_facts
from m3bench.forge.tasks.shapes.shaped import Asked, Execution, Shaped, ask, field_type
from m3bench.hosting import Tool

_NAMES = frozenset({"name", "title"})
_NOTHING_IN_COMMON = "no two tools return the same fact about one thing"


async def gather_validation(execution: Execution) -> Shaped | str:
    """Execute a chain, whose last two tools are the sources, or a fork of two, and find a fact in both.

    Return the plan as executed, or why it gives no task.
    """
    tools = execution.tools
    walked = [await execution.walker.leg(chain, execution.start) for chain in execution.plan.chains]
    legs = [leg for leg in walked if leg is not None]
    if len(legs) < len(walked):
        return "the calls do not form a chain with a fact at its end"
    if len(legs) == 1:
        return _listed_and_looked_up(legs[0], tools)
    if legs[0].passed[-1].value != legs[1].passed[-1].value:
        return "the two sources were not asked for the same thing"
    pair = same_fact(legs[0].facts, legs[1].facts)
    if pair is None:
        return _NOTHING_IN_COMMON
    both = tuple(msgspec.structs.replace(leg, facts=(fact,)) for leg, fact in zip(legs, pair, strict=True))
    sources = [source_words(tools[leg.calls[-1].name], "the", leg.passed[-1].thing) for leg in legs]
    return _asked(both, pair, sources)


def _listed_and_looked_up(leg: Leg, tools: Mapping[str, Tool]) -> Shaped | str:
    """Compare what a list says about a thing with what the call for this thing returns."""
    source, target = (tools[call.name] for call in leg.calls[-2:])
    item = find_item(leg.calls[-2].result, leg.links[-1].field, leg.passed[-1].value)
    if item is None:
        return _NOTHING_IN_COMMON
    listed = [fact for fact in item_facts(item, source) if not is_same(fact.value, leg.passed[-1].value)]
    pair = same_fact(listed, find_facts(make_sample(leg.calls[-1], target), target))
    if pair is None:
        return _NOTHING_IN_COMMON
    thing = leg.passed[-1].thing
    sources = [f"the list of {plural(thing)}", source_words(target, "the", thing)]
    return _asked((msgspec.structs.replace(leg, facts=(pair[1],)),), pair, sources)


def source_words(tool: Tool, article: str, thing: str) -> str:
    """Return what a tool returns about a thing: ``the details of this film``."""
    if tells_everything(tool, thing):
        return f"the details of {article} {thing}"
    return topic_of(tool, f"{article} {thing}", thing)


def same_fact(facts: Sequence[Fact], others: Sequence[Fact]) -> tuple[Fact, Fact] | None:
    """Return the first fact that is called the same in both and has the same type; figures come first."""
    pairs = [
        (fact, other)
        for fact in facts
        for other in others
        if words(fact.words) == words(other.words)
        and field_type(fact.value) is field_type(other.value)
        and not _NAMES & set(words(fact.words))
    ]
    return min(pairs, key=lambda pair: not is_number(pair[0].value), default=None)


def _asked(legs: tuple[Leg, ...], pair: tuple[Fact, Fact], sources: Sequence[str]) -> Shaped:
    said = pair[0].words
    agree = AnswerField("agree", FieldType.YES_NO, f"whether both sources give the same {said}")
    asked = (
        ask("first_value", pair[0], f"{said} in {sources[0]}"),
        ask("second_value", pair[1], f"{said} in {sources[1]}"),
        Asked(agree, Expected(_agree(pair[0].value, pair[1].value))),
    )
    return Shaped(Shape.VALIDATION, legs, asked)


def _agree(value: Any, other: Any) -> bool:
    if is_number(value):
        return bool(value == other)
    return str(value).strip().casefold() == str(other).strip().casefold()
