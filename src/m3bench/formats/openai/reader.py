"""Conversion of chat messages to trajectories: every model message with tool calls is a step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from m3bench.core import Call, Outcome, Step, is_too_deep, parsed_arguments
from m3bench.formats.io import Cursor
from m3bench.formats.openai.content import result_from, text_and_parts
from m3bench.formats.openai.names import name_from

_MESSAGE_KEYS = {"role", "content", "name", "tool_calls", "function_call", "tool_call_id", "usage"}


@dataclass
class Dialogue:
    """The content of messages: the fields of a trajectory, and the rest."""

    request: str | None = None
    attachments: list[Any] = field(default_factory=list)
    """Parts of the first user message that are not text, mainly images."""
    plans: list[str | None] = field(default_factory=list)
    steps: list[list[Call]] = field(default_factory=list)
    answer: str | None = None
    others: list[dict[str, Any]] = field(default_factory=list)
    """All other messages, with their index."""

    def trajectory_steps(self) -> tuple[Step, ...]:
        pairs = zip(self.steps, self.plans, strict=True)
        return tuple(Step(tuple(calls), plan) for calls, plan in pairs)


def dialogue_from(messages: list[Cursor]) -> Dialogue:
    dialogue = Dialogue()
    answer_at = _answer_index(messages)
    for index, message in enumerate(messages):
        if not _take_message(dialogue, message, is_answer=index == answer_at):
            dialogue.others.append({"at": index, "message": message.value})
    return dialogue


def _take_message(dialogue: Dialogue, message: Cursor, *, is_answer: bool) -> bool:
    role = message["role"].text()
    if role == "assistant" and _has_calls(message):
        _take_step(dialogue, message)
    elif is_answer:
        dialogue.answer = _reply_text(message)
    elif role in {"tool", "function"}:
        _take_result(dialogue, message)
    else:
        return role == "user" and _is_request(dialogue, message)
    return True


def _answer_index(messages: list[Cursor]) -> int | None:
    """Return the index of the last text reply, or None if the model calls tools in it or later."""
    for index, message in reversed(list(enumerate(messages))):
        if message["role"].value == "assistant":
            if _has_calls(message):
                return None
            if text_and_parts(message["content"])[0] is not None:
                return index
    return None


def _has_calls(message: Cursor) -> bool:
    return message["function_call"].given or _has_tool_calls(message)


def _has_tool_calls(message: Cursor) -> bool:
    """Return whether there are tool calls. Some endpoints send an empty list with every message."""
    return message["tool_calls"].given and message["tool_calls"].value != []


def _is_request(dialogue: Dialogue, message: Cursor) -> bool:
    if dialogue.request is not None or dialogue.attachments:
        return False
    dialogue.request, dialogue.attachments = text_and_parts(message["content"])
    if dialogue.request is None and not dialogue.attachments:
        return False
    message.note_others(_MESSAGE_KEYS - {"name"})
    return True


def _reply_text(message: Cursor) -> str | None:
    message.note_others(_MESSAGE_KEYS - {"name"})
    text, parts = text_and_parts(message["content"])
    if parts:
        message.unread[f"{message.place}.content"] = parts
    return text


def _take_step(dialogue: Dialogue, message: Cursor) -> None:
    dialogue.plans.append(_reply_text(message) or None)
    if _has_tool_calls(message):
        dialogue.steps.append([_call_from(call) for call in message["tool_calls"].elements()])
    else:
        dialogue.steps.append([_call_of(message["function_call"], message["function_call"], None)])


def _call_from(cursor: Cursor) -> Call:
    raw = cursor.value
    call_id = raw.get("id") if isinstance(raw, dict) and isinstance(raw.get("id"), str) else None
    function = raw.get("function") if isinstance(raw, dict) else None
    if not isinstance(function, dict):
        return Call("", raw, call_id, outcome=Outcome.ILLEGAL_FORMAT)
    cursor.note_others({"id", "type", "function", "index"})
    return _call_of(cursor, cursor["function"], call_id)


def _call_of(whole: Cursor, function: Cursor, call_id: str | None) -> Call:
    """Return a call. Without a readable name, the whole value is kept as written by the model."""
    if not isinstance(function.value, dict) or not isinstance(function["name"].value, str):
        return Call("", whole.value, call_id, outcome=Outcome.ILLEGAL_FORMAT)
    function.note_others({"name", "arguments"})
    name = name_from(function["name"].text())
    arguments = function["arguments"].value if function["arguments"].given else None
    return Call(name, arguments_from(arguments), call_id, outcome=None if name else Outcome.ILLEGAL_FORMAT)


def arguments_from(wire: Any) -> Any:
    """Parse arguments, which are JSON text in messages. Text that is not an object is unchanged."""
    value = parsed_arguments(wire)
    return wire if is_too_deep(value) else value


def _take_result(dialogue: Dialogue, message: Cursor) -> None:
    message.note_others(_MESSAGE_KEYS)
    legacy = message["role"].value == "function"
    key = message["name" if legacy else "tool_call_id"]
    wanted = name_from(key.text()) if legacy else key.text()
    for calls in reversed(dialogue.steps):
        for index, call in enumerate(calls):
            if call.result is None and wanted == (call.name if legacy else call.id):
                calls[index] = msgspec.structs.replace(call, result=result_from(message["content"]))
                return
    raise key.unexpected(f"the {'name' if legacy else 'id'} of a call without a result")
