"""Requests for shapes from templates, without a model."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from m3bench.forge.names import plural
from m3bench.forge.tasks.composition import Composition, Leg
from m3bench.forge.tasks.phrases import ordinal, topic_of, topic_with
from m3bench.forge.tasks.plans import Shape
from m3bench.forge.tasks.shapes.shaped import Decision, Shaped
from m3bench.forge.tasks.shapes.validating import source_words
from m3bench.forge.tasks.templates import (
    between,
    context,
    extra_words,
    given_text,
    named,
    taken,
    template_fuzzy,
    template_request,
    where,
)
from m3bench.hosting import Tool

_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five"}
_Tools = Mapping[str, Tool]


def shape_request(shaped: Shaped, tools: _Tools) -> str:
    """Return the concrete request: a sentence for each call but the last, and the question."""
    return _WRITERS[shaped.shape][0](shaped, tools)


def shape_fuzzy(shaped: Shaped, tools: _Tools) -> str:
    """Return the fuzzy request: only the subject and the question."""
    return _WRITERS[shaped.shape][1](shaped, tools)


def known_text(shaped: Shaped) -> str:
    """Return what the user knows: arguments that no call provides, and the threshold of a decision."""
    bound = f"; {shaped.decision.threshold:g}" if shaped.decision is not None else ""
    return f"{given_text(shaped)}{bound}"


def _lead(leg: Leg, tools: _Tools, count: int = 1) -> str:
    """Return the sentences up to the last call; at the end, `count` things are taken."""
    sentences = []
    for index, passed in enumerate(leg.passed):
        tool = tools[leg.calls[index].name]
        if index:
            thing = leg.passed[index - 1].thing
            about = f"{topic_of(tool, f'this {thing}', thing)}{extra_words(leg, index, tools)}"
        else:
            about = topic_with(tool, leg.own[0])
        if count > 1 and index == len(leg.passed) - 1:
            sentences.append(f"From {about}, take the first {_COUNTS[count]} {plural(passed.thing)}.")
        else:
            sentences.append(taken(about, passed, two=False))
    return " ".join(sentences)


def _subject(leg: Leg, tools: _Tools) -> str:
    return f"{topic_with(tools[leg.calls[0].name], leg.own[0])}{between(leg, tools)}"


def _thing(leg: Leg) -> str:
    """Return what the fact belongs to, last to first: ``the first person of the first film``."""
    return " of ".join(map(named, reversed(leg.passed)))


def _group(leg: Leg, count: int) -> str:
    *before, last = leg.passed
    return " of ".join([f"the first {_COUNTS[count]} {plural(last.thing)}", *map(named, reversed(before))])


def _asked_of(leg: Leg, tools: _Tools, this: str) -> str:
    return f"the {leg.fact.words} {where(leg, tools, this)}"


def _chain(shaped: Shaped, tools: _Tools) -> str:
    return template_request(Composition(Shape.CHAIN, shaped.legs), tools)


def _chain_fuzzy(shaped: Shaped, tools: _Tools) -> str:
    return template_fuzzy(Composition(Shape.CHAIN, shaped.legs), tools)


def _parallel(shaped: Shaped, tools: _Tools) -> str:
    leg, other = shaped.legs
    first = _asked_of(leg, tools, f"this {leg.passed[-1].thing}")
    if _is_twice(shaped):
        return (
            f"{_lead(leg, tools)} Do the same for {shaped.label(1)}. What is {first} in each case, "
            "and how far are the two figures apart?"
        )
    second = _asked_of(other, tools, f"this {other.passed[-1].thing}")
    return f"{_lead(leg, tools)} What is {first}? Apart from that: {_lead(other, tools)} What is {second}?"


def _parallel_fuzzy(shaped: Shaped, tools: _Tools) -> str:
    leg, other = shaped.legs
    first = _asked_of(leg, tools, _thing(leg))
    if _is_twice(shaped):
        return (
            f"I am comparing {shaped.label(0)} with {shaped.label(1)}{between(leg, tools)}. "
            f"What is {first} for each, and how far are the two figures apart?"
        )
    return (
        f"I am looking into {_subject(leg, tools)}, and also into {_subject(other, tools)}. "
        f"Could you tell me {first}, and {_asked_of(other, tools, _thing(other))}?"
    )


def _is_twice(shaped: Shaped) -> bool:
    return any(asked.field.name == "difference" for asked in shaped.asked)


def _decision(shaped: Shaped, tools: _Tools) -> str:
    decision = _decided(shaped)
    leg = decision.taken
    this = f"this {leg.passed[0].thing}"
    opening = taken(topic_with(tools[leg.calls[0].name], leg.own[0]), leg.passed[0], two=False)
    return (
        f"{opening} If its {decision.fact.words} is at least {decision.threshold:g}, "
        f"what is {_branch(decision.then, tools, this)}? "
        f"Otherwise, what is {_branch(decision.otherwise, tools, this)}?"
    )


def _decision_fuzzy(shaped: Shaped, tools: _Tools) -> str:
    decision = _decided(shaped)
    leg = decision.taken
    about = topic_with(tools[leg.calls[0].name], leg.own[0])
    return (
        f"I am looking into {about}. Does the first {leg.passed[0].thing} reach {decision.threshold:g} in "
        f"{decision.fact.words}? If so, I want to know {_branch(decision.then, tools, 'it')}; "
        f"if not, {_branch(decision.otherwise, tools, 'it')}."
    )


def _decided(shaped: Shaped) -> Decision:
    assert shaped.decision is not None
    return shaped.decision


def _branch(leg: Leg, tools: _Tools, this: str) -> str:
    """Return what a branch asks for, with the things on its way."""
    for index, passed in enumerate(leg.passed[1:], 1):
        about = topic_of(tools[leg.calls[index].name], this, leg.passed[index - 1].thing)
        rank = f"{ordinal(passed.rank)} " if passed.rank is not None else ""
        this = f"the {rank}{passed.thing} in {about}{extra_words(leg, index, tools)}"
    return _asked_of(leg, tools, this)


def _iteration(shaped: Shaped, tools: _Tools) -> str:
    leg = shaped.legs[0]
    fact = _asked_of(leg, tools, f"each {leg.passed[-1].thing}")
    return f"{_lead(leg, tools, len(shaped.legs))} What is {fact}, in this order?"


def _iteration_fuzzy(shaped: Shaped, tools: _Tools) -> str:
    leg = shaped.legs[0]
    fact = _asked_of(leg, tools, f"each of {_group(leg, len(shaped.legs))}")
    return f"I am looking into {_subject(leg, tools)}. Could you list {fact}, in their order?"


def _aggregation(shaped: Shaped, tools: _Tools) -> str:
    leg, count = shaped.legs[0], len(shaped.legs)
    said = f"{leg.fact.words}{context(leg, tools, f'the {leg.passed[-1].thing}')}"
    return (
        f"{_lead(leg, tools, count)} Which of the {_COUNTS[count]} has the highest {said}, how high is it, "
        f"and what is the {shaped.total} over all {_COUNTS[count]}?"
    )


def _aggregation_fuzzy(shaped: Shaped, tools: _Tools) -> str:
    leg, count = shaped.legs[0], len(shaped.legs)
    said = f"{leg.fact.words}{context(leg, tools, 'it')}"
    return (
        f"I am looking into {_subject(leg, tools)}. Among {_group(leg, count)}, which one has the highest "
        f"{said}, how high is it, and what is the {shaped.total} over all of them?"
    )


def _validation(shaped: Shaped, tools: _Tools) -> str:
    leg = shaped.legs[0]
    thing = leg.passed[-1].thing
    sources = [source_words(tools[source.calls[-1].name], "this", thing) for source in shaped.legs]
    first = "there" if len(sources) == 1 else f"in {sources[0]}"
    return (
        f"{_lead(leg, tools)} What is its {leg.fact.words} {first}, what is it in {sources[-1]}, "
        "and do the two agree?"
    )


def _validation_fuzzy(shaped: Shaped, tools: _Tools) -> str:
    leg = shaped.legs[0]
    sources = "what is listed and what is on record" if len(shaped.legs) == 1 else "two sources"
    return (
        f"I am looking into {_subject(leg, tools)}, and I doubt the {leg.fact.words} of {_thing(leg)}. "
        f"Could you check it against {sources}, and tell me both values and whether they agree?"
    )


_Writer = Callable[[Shaped, _Tools], str]
_WRITERS: Mapping[Shape, tuple[_Writer, _Writer]] = {
    Shape.CHAIN: (_chain, _chain_fuzzy),
    Shape.PARALLEL: (_parallel, _parallel_fuzzy),
    Shape.DECISION: (_decision, _decision_fuzzy),
    Shape.ITERATION: (_iteration, _iteration_fuzzy),
    Shape.VALIDATION: (_validation, _validation_fuzzy),
    Shape.AGGREGATION: (_aggregation, _aggregation_fuzzy),
}
"""What writes the concrete request of a shape, and the fuzzy one."""
