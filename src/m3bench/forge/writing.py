"""Requests over a chain: by a model that is checked, or by a template."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from m3bench.core import Text
from m3bench.core.schema import shortened
from m3bench.forge.asking import Asker, prompts
from m3bench.forge.composing import Composition
from m3bench.forge.fuzzy import leaks
from m3bench.forge.numbers import lost_numbers
from m3bench.forge.wording import words
from m3bench.hosting import Tool
from m3bench.models import User

_TRIES = 3
"""The first, and two more where code finds fault with it."""
_RESULT_SHOWN = 900


class Written(msgspec.Struct, frozen=True):
    """What a model is asked to write."""

    request: str


class Vague(msgspec.Struct, frozen=True):
    """A vague request that passed, or what was wrong with the last one."""

    request: str | None = None
    problems: tuple[str, ...] = ()


def described(composition: Composition, tools: Mapping[str, Tool]) -> str:
    """A chain for a model to read: tools, arguments, where values came from, and what came back."""
    lines = []
    for place, call in enumerate(composition.calls):
        tool = tools[call.name]
        lines.append(f"Call {place + 1}: {call.name} ({shortened(' '.join(tool.description.split()), 200)})")
        if place:
            said, value = composition.passed[place - 1]
            lines.append(f"  needed from the call before: {said} = {_json(value)}")
        lines.append(f"  {'arguments' if place else 'given'}: {_json(call.arguments)}")
        text = call.result.text if call.result is not None else ""
        lines.append(f"  result: {shortened(text, _RESULT_SHOWN)}")
    lines.append(
        f"The answer that stands in the last result: {composition.fact.words} = {composition.fact.value}"
    )
    return "\n".join(lines)


async def write_request(asker: Asker, composition: Composition, tools: Mapping[str, Tool]) -> str | None:
    """A request by the model; None where it wrote none, or gave the answer away."""
    talk = asker.begin("write", {"chain": described(composition, tools)})
    written = await asker.answer(talk, Written)
    if written is None or not written.request.strip():
        return None
    return None if _gives_away(written.request, composition) else written.request.strip()


async def write_vaguely(asker: Asker, request: str, tools: Sequence[str], servers: Sequence[str]) -> Vague:
    """The request said vaguely, asked for at most three times; what passes was checked by code."""
    talk = asker.begin("fuzzy", {"request": request})
    problems: tuple[str, ...] = ("nothing readable was written",)
    for _ in range(_TRIES):
        written = await asker.answer(talk, Written)
        if written is None:
            break
        problems = tuple(faults(request, written.request, tools, servers))
        if not problems:
            return Vague(written.request.strip())
        talk.append(User((Text(prompts().fill("again", problems="; ".join(problems))),)))
    return Vague(None, problems)


def faults(request: str, fuzzy: str, tools: Sequence[str], servers: Sequence[str]) -> list[str]:
    """What is wrong with a vague request."""
    if not fuzzy.strip():
        return ["it is empty"]
    lost = [f"it lost the number {number}" for number in lost_numbers(request, fuzzy)]
    return [*leaks(fuzzy, tools, servers), *lost]


def template_request(composition: Composition, tools: Mapping[str, Tool]) -> str:
    """The concrete request without a model: what is known, what leads on, and what is wanted."""
    first = composition.calls[0]
    parts = [f"Look up {_about(tools[first.name])}{_given(first.arguments)}."]
    for place, call in enumerate(composition.calls[1:]):
        said, _ = composition.passed[place]
        slot = " ".join(words(composition.links[place].slot))
        which = "the first" if place == 0 else "its first"
        extra = _own_arguments(composition, place + 1)
        parts.append(
            f"Take {which} {said} that fits as the {slot}, and get {_about(tools[call.name])}{_given(extra)}."
        )
    parts.append(f"What is the {composition.fact.words} there?")
    return " ".join(parts)


def template_vaguely(composition: Composition) -> str:
    """A vague request without a model: only what is known and what is wanted."""
    known = ", ".join(_plain(value) for value in composition.calls[0].arguments.values()) or "nothing else"
    others = [
        _plain(value)
        for place in range(1, len(composition.calls))
        for value in _own_arguments(composition, place).values()
    ]
    about = f" ({', '.join(others)})" if others else ""
    wanted = composition.fact.words
    return f"All I have is this: {known}. Could you find out the {wanted} that belongs to it{about}?"


def given_text(composition: Composition) -> str:
    """What a person knows: the arguments that no earlier call gives."""
    return "; ".join(
        _plain(value)
        for place in range(len(composition.calls))
        for value in _own_arguments(composition, place).values()
    )


def _own_arguments(composition: Composition, place: int) -> dict[str, Any]:
    """Arguments of a call that no earlier call gave."""
    if place == 0:
        return dict(composition.calls[0].arguments)
    call, before = composition.calls[place], composition.calls[place - 1]
    text = before.result.text if before.result is not None else ""
    slot = composition.links[place - 1].slot
    return {
        name: value
        for name, value in call.arguments.items()
        if name != slot and _plain(value) not in text and value not in before.arguments.values()
    }


def _about(tool: Tool) -> str:
    lead = " ".join(tool.description.split()).partition(". ")[0].partition(": ")[0].rstrip(".")
    return f"“{shortened(lead, 120)}” ({tool.full_name})"


def _given(arguments: Mapping[str, Any]) -> str:
    said = ", ".join(f"{' '.join(words(name))} {_json(value)}" for name, value in arguments.items())
    return f" with {said}" if said else ""


def _gives_away(request: str, composition: Composition) -> bool:
    value = str(composition.fact.value)
    return len(value) > 2 and value.casefold() in request.casefold()


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
