"""Requests from templates, without a model."""

from __future__ import annotations

from collections.abc import Mapping

from m3bench.forge.links import slots
from m3bench.forge.names import plural
from m3bench.forge.tasks.composition import Composition, Leg, PassedValue
from m3bench.forge.tasks.phrases import (
    given_words,
    ordinal,
    quoted,
    tells_everything,
    topic,
    topic_of,
    topic_with,
)
from m3bench.forge.tasks.plans import Shape
from m3bench.hosting import Tool

_PLACE = "place"
_WITH = " with the "


def has_words(composition: Composition, tools: Mapping[str, Tool]) -> bool:
    """Return whether the descriptions of all tools start with a topic."""
    return all(topic(tools[name]) for name in composition.tools)


def template_request(composition: Composition, tools: Mapping[str, Tool]) -> str:
    """Return the concrete request: one sentence for each call but the last, and the question."""
    leg = composition.legs[0]
    is_pair = composition.shape is Shape.PAIR
    about = topic_with(tools[leg.calls[0].name], leg.own[0])
    sentences = [taken(about, leg.passed[0], two=is_pair and len(leg.passed) == 1)]
    for index in range(1, len(leg.calls) - 1):
        thing = leg.passed[index - 1].thing
        topic_text = topic_of(tools[leg.calls[index].name], f"this {thing}", thing)
        extra = extra_words(leg, index, tools)
        two = is_pair and index == len(leg.calls) - 2
        sentences.append(taken(f"{topic_text}{extra}", leg.passed[index], two=two))
    if composition.shape is Shape.COMPARISON:
        sentences.append(f"Do the same for {composition.label(1)}.")
    sentences.append(_question(composition, tools))
    return " ".join(sentences)


def template_fuzzy(composition: Composition, tools: Mapping[str, Tool]) -> str:
    """Return the fuzzy request: only the subject and the question."""
    leg = composition.legs[0]
    things = _things(leg, two=composition.shape is Shape.PAIR)
    on_the_way = between(leg, tools)
    if composition.shape is Shape.COMPARISON:
        return (
            f"I am comparing {composition.label(0)} with {composition.label(1)}. For which of them does "
            f"{things} have the higher {leg.fact.words}{context(leg, tools, things)}{on_the_way}, "
            "and what are the two figures?"
        )
    opening = f"I am looking into {topic_with(tools[leg.calls[0].name], leg.own[0])}{on_the_way}."
    if composition.shape is Shape.PAIR:
        question = f"which one has the higher {leg.fact.words}{context(leg, tools, 'it')}"
        return f"{opening} Comparing {things}, {question}, and what are the two figures?"
    facts = (f"the {branch.fact.words} {where(branch, tools, things)}" for branch in composition.legs)
    return f"{opening} Could you tell me {' and '.join(facts)}?"


def given_text(composition: Composition) -> str:
    """Return what the user knows: the arguments that no earlier call provides."""
    return "; ".join(
        value if isinstance(value, str) else quoted(value)
        for leg in composition.legs
        for given in leg.own
        for value in given.values()
        if not isinstance(value, bool)
    )


def taken(about: str, passed: PassedValue, *, two: bool) -> str:
    """Return the sentence that picks a thing, or the first two, out of what a call is about."""
    if passed.rank is None:
        return f"Look at {about}."
    if two:
        return f"From {about}, take the first two {plural(passed.thing)}."
    return f"From {about}, take the {ordinal(passed.rank)} {passed.thing}."


def _question(composition: Composition, tools: Mapping[str, Tool]) -> str:
    leg = composition.legs[0]
    this = f"this {leg.passed[-1].thing}"
    if composition.shape in (Shape.PAIR, Shape.COMPARISON):
        described = context(leg, tools, f"the {leg.passed[-1].thing}")
        return f"Which of the two has the higher {leg.fact.words}{described}, and what is it for each?"
    legs = composition.legs
    whole = ", and ".join(f"what is the {branch.fact.words} {where(branch, tools, this)}" for branch in legs)
    return f"{whole[:1].upper()}{whole[1:]}?"


def where(leg: Leg, tools: Mapping[str, Tool], this: str) -> str:
    """Return what the fact belongs to: the thing itself, or the topic of the tool."""
    tool, passed = tools[leg.calls[-1].name], leg.passed[-1]
    extra = extra_words(leg, len(leg.calls) - 1, tools)
    if not tells_everything(tool, passed.thing):
        return f"in {topic_of(tool, this, passed.thing)}{extra}"
    if extra.startswith(_WITH):
        return f"of the {extra.removeprefix(_WITH)} for {this}"
    return f"{'at' if passed.thing == _PLACE else 'of'} {this}{extra}"


def context(leg: Leg, tools: Mapping[str, Tool], this: str) -> str:
    """Return what a fact is looked up in; empty if it belongs to the thing itself."""
    tool, passed = tools[leg.calls[-1].name], leg.passed[-1]
    extra = extra_words(leg, len(leg.calls) - 1, tools)
    if tells_everything(tool, passed.thing):
        return extra
    return f" in {topic_of(tool, this, passed.thing)}{extra}"


def extra_words(leg: Leg, index: int, tools: Mapping[str, Tool]) -> str:
    """Return the arguments of a call that the user must state, in words."""
    known = {slot.name: slot for slot in slots(tools[leg.calls[index].name])}
    return given_words(known, leg.own[index])


def between(leg: Leg, tools: Mapping[str, Tool]) -> str:
    """Return the same for all calls but the first and the last."""
    return "".join(extra_words(leg, index, tools) for index in range(1, len(leg.calls) - 1))


def named(passed: PassedValue) -> str:
    """Return a thing with its position, if it was one of several: ``the first film``."""
    return f"the {passed.thing}" if passed.rank is None else f"the {ordinal(passed.rank)} {passed.thing}"


def _things(leg: Leg, *, two: bool) -> str:
    """Return the subject of the question, last to first: ``the first person of the first film``."""
    sentences = []
    for index, passed in reversed(list(enumerate(leg.passed))):
        if two and index == len(leg.passed) - 1:
            sentences.append(f"the first two {plural(passed.thing)}")
        elif passed.rank is not None or passed.thing != _PLACE or not sentences:
            sentences.append(named(passed))
    return " of ".join(sentences)
