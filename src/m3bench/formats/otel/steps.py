"""Which calls belong together: those that a model asked for in one reply, or that ran between two replies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from m3bench.core import Call, Data, Outcome, Result, Step, Text, Timing
from m3bench.formats.content import result_from
from m3bench.formats.foreign import parsed
from m3bench.formats.io import Cursor
from m3bench.formats.openai import arguments_from, name_from
from m3bench.formats.otel.messages import answers_in, calls_in, text_in
from m3bench.formats.otel.spans import Span

_SECOND = 1_000_000_000
STEP, OUTCOME, SERVER = "m3bench.step", "m3bench.outcome", "mcp.server.name"


@dataclass
class _Slot:
    """A reply of a model, and what followed from it."""

    plan: str | None = None
    asked: list[dict[str, Any]] = field(default_factory=list)
    is_step: bool = False
    start: int = 0
    tools: dict[str, Span] = field(default_factory=dict)
    """Calls that were asked for and made, by id."""
    others: list[Span] = field(default_factory=list)
    until: int = 0


def steps_of(talks: Sequence[Span], tools: Sequence[Span], began: int) -> tuple[Step, ...]:
    """Both in the order of time; `began` is when the trajectory did."""
    slots = [_slot(talk) for talk in talks]
    by_id = {part["id"]: slot for slot in slots for part in slot.asked if isinstance(part.get("id"), str)}
    answers = {key: value for talk in talks for key, value in answers_in(_input(talk)).items()}
    for span in tools:
        _place(span, by_id, slots, talks)
    return tuple(
        Step(tuple(_calls(slot, answers, began)), slot.plan)
        for slot in sorted(slots, key=lambda slot: slot.start)
        if slot.is_step or slot.asked or slot.others
    )


def _slot(talk: Span) -> _Slot:
    said = talk.structured("gen_ai.output.messages")
    return _Slot(text_in(said, "assistant"), calls_in(said), STEP in talk.values, talk.start)


def _input(talk: Span) -> Any:
    return talk.structured("gen_ai.input.messages")


def _place(span: Span, by_id: dict[str, _Slot], slots: list[_Slot], talks: Sequence[Span]) -> None:
    call_id = span.text("gen_ai.tool.call.id")
    asked = by_id.get(call_id or "")
    if asked is not None and call_id not in asked.tools:
        asked.tools[str(call_id)] = span
        return
    before = [slot for slot, talk in zip(slots, talks, strict=False) if talk.start <= span.start]
    if before:
        before[-1].others.append(span)
        return
    # Without a word from a model, what overlaps in time was started together.
    if len(slots) == len(talks) or span.start >= slots[-1].until:
        slots.append(_Slot(start=span.start))
    slots[-1].others.append(span)
    slots[-1].until = max(slots[-1].until, span.end)


def _calls(slot: _Slot, answers: dict[str, Any], began: int) -> Iterator[Call]:
    for part in slot.asked:
        span = slot.tools.get(str(part.get("id")))
        yield _made(span, began, part) if span else _unmade(part, answers)
    for span in slot.others:
        yield _made(span, began, {})


def _unmade(part: dict[str, Any], answers: dict[str, Any]) -> Call:
    """Asked for, but no span says that it ran; the next request may say what came of it."""
    call_id = part["id"] if isinstance(part.get("id"), str) else None
    name = part["name"] if isinstance(part.get("name"), str) else ""
    answer = answers.get(call_id or "")
    result = None if answer is None else _result(answer)
    return Call(
        name_from(name),
        arguments_from(part.get("arguments")),
        call_id,
        result,
        None if name else Outcome.ILLEGAL_FORMAT,
    )


def _made(span: Span, began: int, part: dict[str, Any]) -> Call:
    told = span.values.get("gen_ai.tool.call.arguments", span.values.get("tool_arguments"))
    arguments = part.get("arguments") if told is None else told
    outcome = span.values.get(OUTCOME)
    return Call(
        _name(span, part),
        arguments_from(arguments),
        span.text("gen_ai.tool.call.id"),
        _result_of(span),
        Outcome(outcome) if outcome in set(Outcome) else None,
        _timing(span, began),
    )


def _timing(span: Span, began: int) -> Timing | None:
    if not span.end:
        return None
    return Timing((span.start - began) / _SECOND, (span.end - began) / _SECOND)


def _name(span: Span, part: dict[str, Any]) -> str:
    """``server/tool``: by the server that the span names, or as the model called it."""
    server, asked = span.text(SERVER), part.get("name")
    if server is not None:
        return f"{server}/{span.tool}"
    return name_from(asked if isinstance(asked, str) and asked.endswith(span.tool) else span.tool)


def _result_of(span: Span) -> Result | None:
    answer = span.values.get("gen_ai.tool.call.result", span.values.get("tool_response"))
    if answer is None:
        return Result((Text(span.message or ""),), is_error=True) if span.failed else None
    found = _result(answer)
    return msgspec.structs.replace(found, is_error=found.is_error or span.failed)


def _result(answer: Any) -> Result:
    """A text, or JSON as text or as it is: content as MCP sends it, or anything else."""
    value = parsed(answer) if isinstance(answer, str) else answer
    if isinstance(value, dict | list):
        return result_from(Cursor(value, "")) or Result((Data(value),))
    return Result((Text(answer if isinstance(answer, str) else str(answer)),))
