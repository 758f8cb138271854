"""OpenAI's chat completions API."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from m3bench.core import Content, Text
from m3bench.models import (
    Assistant,
    Message,
    Reply,
    Request,
    Settings,
    System,
    ToolOffer,
    ToolReturn,
    ToolUse,
    User,
)
from m3bench.testing.provider.seen import SeenRequest
from m3bench.testing.provider.wires import (
    JsonObject,
    Wire,
    as_text,
    as_value,
    call_id,
    event,
    from_base64,
    from_data_uri,
    halves,
    tokens,
)

_FINISHES = {"tool_call": "tool_calls"}  # also the word of earlier scripts
_KINDS = {
    401: ("authentication_error", "invalid_api_key"),
    404: ("invalid_request_error", "model_not_found"),
    429: ("rate_limit_error", "rate_limit_exceeded"),
}


class OpenAIWire(Wire):
    name = "openai"
    base = "/v1"

    def takes(self, path: str) -> bool:
        return path.endswith("/chat/completions")

    def read(self, body: JsonObject) -> Request:
        names: dict[str, str] = {}
        messages = tuple(_message(message, names) for message in body["messages"])
        return Request(messages, tuple(map(_offer, body.get("tools") or ())), _settings(body))

    def whole(self, reply: Reply, seen: SeenRequest, number: int) -> JsonObject:
        message: JsonObject = {"role": "assistant", "content": reply.text or None, "refusal": None}
        if reply.calls:
            message["tool_calls"] = _calls(reply, number)
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": _finish(reply)}
        head = _head("chat.completion", seen, number)
        return {**head, "choices": [choice], "usage": _usage(reply, seen)}

    def events(self, reply: Reply, seen: SeenRequest, number: int) -> Iterator[bytes]:
        head = _head("chat.completion.chunk", seen, number)
        for delta in _deltas(reply, number):
            yield event({**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
        yield event({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": _finish(reply)}]})
        if (seen.body.get("stream_options") or {}).get("include_usage"):
            yield event({**head, "choices": [], "usage": _usage(reply, seen)})
        yield b"data: [DONE]\n\n"

    def error(self, code: int, message: str) -> JsonObject:
        kind, name = _KINDS.get(code, ("server_error" if code >= 500 else "invalid_request_error", None))
        return {"error": {"message": message, "type": kind, "param": None, "code": name}}

    def too_long(self) -> JsonObject:
        message = "This model's maximum context length is 8192 tokens, and the messages have 9000 tokens."
        body = self.error(400, message)
        return {"error": {**body["error"], "param": "messages", "code": "context_length_exceeded"}}


def _message(message: JsonObject, names: dict[str, str]) -> Message:
    match message["role"]:
        case "system" | "developer":
            return System(_joined(message["content"]))
        case "user":
            return User(tuple(_parts(message["content"])))
        case "assistant":
            calls = tuple(map(_call, message.get("tool_calls") or ()))
            names.update((call.id, call.name) for call in calls)
            return Assistant(_joined(message.get("content") or ""), calls)
        case "tool":
            id_ = message["tool_call_id"]
            return ToolReturn(id_, names.get(id_, ""), tuple(_parts(message["content"])))
        case role:
            raise ValueError(f"unknown role {role!r}")


def _parts(content: str | Iterable[JsonObject]) -> Iterator[Content]:
    if isinstance(content, str):
        yield Text(content)
    else:
        yield from map(_part, content)


def _part(part: JsonObject) -> Content:
    match part["type"]:
        case "text":
            return Text(part["text"])
        case "image_url":
            return from_data_uri(part["image_url"]["url"])
        case "input_audio":
            sound = part["input_audio"]
            return from_base64(sound["data"].rpartition(",")[2], f"audio/{sound['format']}")
        case "file":
            return from_data_uri(part["file"]["file_data"])
        case kind:
            raise ValueError(f"unknown content type {kind!r}")


def _joined(content: str | Iterable[JsonObject]) -> str:
    return "".join(part.text for part in _parts(content) if isinstance(part, Text))


def _call(call: JsonObject) -> ToolUse:
    return ToolUse(call["id"], call["function"]["name"], as_value(call["function"]["arguments"]))


def _offer(tool: JsonObject) -> ToolOffer:
    function = tool["function"]
    return ToolOffer(function["name"], function.get("description") or "", function.get("parameters") or {})


def _settings(body: JsonObject) -> Settings:
    return Settings(
        temperature=body.get("temperature"),
        top_p=body.get("top_p"),
        max_tokens=body.get("max_completion_tokens", body.get("max_tokens")),
        seed=body.get("seed"),
    )


def _head(kind: str, seen: SeenRequest, number: int) -> JsonObject:
    return {"id": f"chatcmpl-{number}", "object": kind, "created": 0, "model": seen.model}


def _usage(reply: Reply, seen: SeenRequest) -> JsonObject:
    into, out = tokens(reply, seen)
    return {"prompt_tokens": into, "completion_tokens": out, "total_tokens": into + out}


def _finish(reply: Reply) -> str:
    finish = reply.finish_reason or ("tool_calls" if reply.calls else "stop")
    return _FINISHES.get(finish, finish)


def _calls(reply: Reply, number: int) -> list[JsonObject]:
    return [
        {
            "id": call_id(call, "call", number, index),
            "type": "function",
            "function": {"name": call.name, "arguments": as_text(call.arguments)},
        }
        for index, call in enumerate(reply.calls)
    ]


def _deltas(reply: Reply, number: int) -> Iterator[dict[str, Any]]:
    yield {"role": "assistant", "content": ""}
    yield from ({"content": piece} for piece in halves(reply.text))
    for index, call in enumerate(_calls(reply, number)):
        function = call["function"]
        yield {"tool_calls": [{**call, "index": index, "function": {**function, "arguments": ""}}]}
        for piece in halves(function["arguments"]):
            yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}
