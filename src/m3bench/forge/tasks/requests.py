"""Requests for plans, written by a model and checked by code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from m3bench.core import Text
from m3bench.core.text import shorten_middle
from m3bench.forge.tasks.composition import Composition, Leg, call_key
from m3bench.forge.tasks.fuzzy import leaks
from m3bench.forge.tasks.numbers import lost_numbers
from m3bench.forge.tasks.phrases import as_json
from m3bench.forge.tasks.plans import Shape
from m3bench.forge.tasks.questions import TaskWriter, prompts
from m3bench.hosting import Tool
from m3bench.models import User

_TRIES = 3
"""The first attempt, and two more if code finds problems."""
_RESULT_SHOWN = 900
_SHAPES = {
    Shape.CHAIN: "One chain: each call needs what the one before it brought.",
    Shape.FORK: "One call feeds two others; the request asks for what both of them bring.",
    Shape.PAIR: "Two things out of one list are looked up; the request asks which has the higher figure.",
    Shape.COMPARISON: "Two chains that do not need each other; the request compares their last figures.",
    Shape.PARALLEL: "Two chains that do not need each other; the request asks for what both of them bring.",
    Shape.DECISION: "A figure in a result decides what is looked up next; the request names both cases.",
    Shape.ITERATION: "The same is looked up for each of several things out of one list, in their order.",
    Shape.VALIDATION: "Two tools bring the same fact; the request asks for both and whether they agree.",
    Shape.AGGREGATION: "The same is looked up for several things; the request asks to sum the figures up.",
}
_SHORTEST_GIVEN_AWAY = 3


class WrittenRequest(msgspec.Struct, frozen=True):
    """The reply of a model that writes a request."""

    request: str


class FuzzyRequest(msgspec.Struct, frozen=True):
    """A fuzzy request that passed, or the problems of the last one."""

    request: str | None = None
    problems: tuple[str, ...] = ()


def describe_plan(composition: Composition, tools: Mapping[str, Tool]) -> str:
    """Describe a plan for a model: tools, arguments, sources of values, and results."""
    lines = [_SHAPES[composition.shape]]
    shown: list[str] = []
    for leg in composition.legs:
        for index, call in enumerate(leg.calls):
            if call_key(call) not in shown:
                shown.append(call_key(call))
                lines += _call_lines(leg, index, tools, shown)
    return "\n".join([*lines, f"The answer: {composition.answer}"])


def _call_lines(leg: Leg, index: int, tools: Mapping[str, Tool], shown: Sequence[str]) -> list[str]:
    call = leg.calls[index]
    about = shorten_middle(" ".join(tools[call.name].description.split()), 200)
    lines = [f"Call {len(shown)}: {call.name} ({about})", f"  arguments: {as_json(call.arguments)}"]
    if index:
        number = shown.index(call_key(leg.calls[index - 1])) + 1
        passed = leg.passed[index - 1]
        lines.append(f"  needed from call {number}: {passed.thing} = {as_json(passed.value)}")
    if leg.own[index]:
        lines.append(f"  given: {as_json(leg.own[index])}")
    text = call.result.text if call.result is not None else ""
    return [*lines, f"  result: {shorten_middle(text, _RESULT_SHOWN)}"]


async def write_request(asker: TaskWriter, composition: Composition, tools: Mapping[str, Tool]) -> str | None:
    """Let the model write a request; None if it wrote none or revealed the answer."""
    talk = asker.begin("write", {"chain": describe_plan(composition, tools)})
    written = await asker.answer(talk, WrittenRequest)
    if written is None or not written.request.strip():
        return None
    return None if gives_away(written.request, composition) else written.request.strip()


async def write_fuzzy(
    asker: TaskWriter, request: str, tools: Sequence[str], servers: Sequence[str]
) -> FuzzyRequest:
    """Let the model rewrite the request as fuzzy, at most three times, until the checks pass."""
    talk = asker.begin("fuzzy", {"request": request})
    problems: tuple[str, ...] = ("the reply could not be parsed",)
    for _ in range(_TRIES):
        written = await asker.answer(talk, WrittenRequest)
        if written is None:
            break
        problems = tuple(faults(request, written.request, tools, servers))
        if not problems:
            return FuzzyRequest(written.request.strip())
        talk.append(User((Text(prompts().fill("again", problems="; ".join(problems))),)))
    return FuzzyRequest(None, problems)


def faults(request: str, fuzzy: str, tools: Sequence[str], servers: Sequence[str]) -> list[str]:
    if not fuzzy.strip():
        return ["it is empty"]
    lost = [f"it lost the number {number}" for number in lost_numbers(request, fuzzy)]
    return [*leaks(fuzzy, tools, servers), *lost]


def gives_away(request: str, composition: Composition) -> bool:
    """Return whether a request contains one of the facts that it asks for."""
    answers = (str(leg.fact.value).casefold() for leg in composition.legs)
    return any(len(value) >= _SHORTEST_GIVEN_AWAY and value in request.casefold() for value in answers)
