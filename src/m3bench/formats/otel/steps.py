"""Grouping of calls into steps: calls requested in one reply, or run between two replies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from m3bench.core import Call, Data, Outcome, Result, Step, Text, Timing
from m3bench.formats.content import result_from
from m3bench.formats.foreign import parse_or_none
from m3bench.formats.io import Cursor
from m3bench.formats.openai import arguments_from, name_from
from m3bench.formats.otel.messages import answers_in, calls_in, text_in
from m3bench.formats.otel.spans import Span

_SECOND = 1_000_000_000
STEP, OUTCOME, SERVER = "m3bench.step", "m3bench.outcome", "mcp.server.name"


@dataclass
class _Turn:
    """A reply of a model and the calls after it."""

    plan: str | None = None
    requested: list[dict[str, Any]] = field(default_factory=list)
    is_step: bool = False
    start: int = 0
    tools: dict[str, Span] = field(default_factory=dict)
    """Calls that were requested and made, by id."""
    others: list[Span] = field(default_factory=list)
    until: int = 0


def steps_of(replies: Sequence[Span], tools: Sequence[Span], began: int) -> tuple[Step, ...]:
    """Group calls into steps. Both lists are in time order; `began` is the start of the trajectory."""
    turns = [_turn(reply) for reply in replies]
    by_id = {part["id"]: turn for turn in turns for part in turn.requested if isinstance(part.get("id"), str)}
    answers = {key: value for reply in replies for key, value in answers_in(_input(reply)).items()}
    for span in tools:
        _place(span, by_id, turns, replies)
    return tuple(
        Step(tuple(_calls(turn, answers, began)), turn.plan)
        for turn in sorted(turns, key=lambda turn: turn.start)
        if turn.is_step or turn.requested or turn.others
    )


def _turn(reply: Span) -> _Turn:
    messages = reply.structured("gen_ai.output.messages")
    return _Turn(text_in(messages, "assistant"), calls_in(messages), STEP in reply.values, reply.start)


def _input(reply: Span) -> Any:
    return reply.structured("gen_ai.input.messages")


def _place(span: Span, by_id: dict[str, _Turn], turns: list[_Turn], replies: Sequence[Span]) -> None:
    call_id = span.text("gen_ai.tool.call.id")
    requested = by_id.get(call_id or "")
    if requested is not None and call_id not in requested.tools:
        requested.tools[str(call_id)] = span
        return
    before = [turn for turn, reply in zip(turns, replies, strict=False) if reply.start <= span.start]
    if before:
        before[-1].others.append(span)
        return
    # Without a reply of a model, calls that overlap in time belong together.
    if len(turns) == len(replies) or span.start >= turns[-1].until:
        turns.append(_Turn(start=span.start))
    turns[-1].others.append(span)
    turns[-1].until = max(turns[-1].until, span.end)


def _calls(turn: _Turn, answers: dict[str, Any], began: int) -> Iterator[Call]:
    for part in turn.requested:
        span = turn.tools.get(str(part.get("id")))
        yield _call_from_span(span, began, part) if span else _call_from_request(part, answers)
    for span in turn.others:
        yield _call_from_span(span, began, {})


def _call_from_request(part: dict[str, Any], answers: dict[str, Any]) -> Call:
    """Return a requested call without a span. The next request may contain its result."""
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


def _call_from_span(span: Span, began: int, part: dict[str, Any]) -> Call:
    arguments_text = span.values.get("gen_ai.tool.call.arguments", span.values.get("tool_arguments"))
    arguments = part.get("arguments") if arguments_text is None else arguments_text
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
    """Return ``server/tool`` by the server of the span, or the name that the model used."""
    server, requested = span.text(SERVER), part.get("name")
    if server is not None:
        return f"{server}/{span.tool}"
    return name_from(requested if isinstance(requested, str) and requested.endswith(span.tool) else span.tool)


def _result_of(span: Span) -> Result | None:
    answer = span.values.get("gen_ai.tool.call.result", span.values.get("tool_response"))
    if answer is None:
        return Result((Text(span.message or ""),), is_error=True) if span.failed else None
    result = _result(answer)
    return msgspec.structs.replace(result, is_error=result.is_error or span.failed)


def _result(answer: Any) -> Result:
    """Read a result: a text or JSON, which may be MCP content."""
    value = parse_or_none(answer) if isinstance(answer, str) else answer
    if isinstance(value, dict | list):
        return result_from(Cursor(value, "")) or Result((Data(value),))
    return Result((Text(answer if isinstance(answer, str) else str(answer)),))
