"""The conversation of an attempt in OpenAI's format, for other programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from m3bench.core import Content, FormatError, Result, Text
from m3bench.formats import ModelReply
from m3bench.formats.openai import result_to
from m3bench.models import Assistant, Message, System, ToolOffer, ToolReturn, User
from m3bench.runs.store.blobs import BlobError, Blobs
from m3bench.runs.store.transcript.reader import ReadExchange, media_bytes, read_transcript


class Conversation(msgspec.Struct, frozen=True):
    """What the model of an agent was told and replied."""

    messages: tuple[dict[str, Any], ...] = ()
    """All messages, with the last reply."""
    tools: tuple[dict[str, Any], ...] = ()
    replies: tuple[ModelReply, ...] = ()


def read_conversation(blobs: Blobs, digest: str | None, seconds: Sequence[float] = ()) -> Conversation | None:
    """Return the conversation of the agent; None if there is no transcript, or it is damaged or cut.

    Args:
        blobs: The blobs of the run.
        digest: The digest of the transcript.
        seconds: How long each reply took.
    """
    if digest is None:
        return None
    try:
        exchanges = read_transcript(blobs, digest)
    except FormatError:
        return None
    times = [*seconds, *[None] * len(exchanges)]
    answered = [
        (exchange, time)
        for exchange, time in zip(exchanges, times, strict=False)
        if exchange.by == "agent" and exchange.reply is not None
    ]
    if not answered or any(exchange.left_out for exchange, _ in answered):
        return None
    last = answered[-1][0]
    assert last.reply is not None
    shown = [*last.request.messages, last.reply.message]
    return Conversation(
        tuple(openai_message(_with_bytes(blobs, message)) for message in shown),
        tuple(map(openai_tool, last.request.tools)),
        tuple(_reply(exchange, time) for exchange, time in answered),
    )


def openai_message(message: Message) -> dict[str, Any]:
    """Return a message in OpenAI's format. Arguments of calls are JSON text."""
    if isinstance(message, System):
        return {"role": "system", "content": message.text}
    if isinstance(message, User):
        return {"role": "user", "content": _content(message.content)}
    if isinstance(message, ToolReturn):
        named = {"tool_call_id": message.id, "name": message.name}
        return {"role": "tool", **named, "content": _content(message.content)}
    return _assistant(message)


def openai_tool(tool: ToolOffer) -> dict[str, Any]:
    """Return a tool in OpenAI's format."""
    function = {"name": tool.name, "description": tool.description, "parameters": tool.schema}
    return {"type": "function", "function": function}


def _assistant(message: Assistant) -> dict[str, Any]:
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": _arguments(call.arguments)},
        }
        for call in message.calls
    ]
    return {"role": "assistant", "content": message.text, **({"tool_calls": calls} if calls else {})}


def _arguments(arguments: Any) -> str:
    if isinstance(arguments, str):
        return arguments
    return json.dumps({} if arguments is None else arguments, ensure_ascii=False)


def _content(content: tuple[Content, ...]) -> Any:
    """Return one text as it is, and anything else as parts."""
    return result_to(Result(content)) if content else result_to(Result((Text(""),)))


def _with_bytes(blobs: Blobs, message: Message) -> Message:
    try:
        return media_bytes(blobs, message)
    except BlobError:
        return message


def _reply(exchange: ReadExchange, seconds: float | None) -> ModelReply:
    reply = exchange.reply
    assert reply is not None
    return ModelReply(
        usage=reply.usage, reasoning=reply.reasoning, cached_tokens=reply.cached_tokens, seconds=seconds
    )
