"""Anthropic's messages API."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from m3bench.core import Content, Media, Text
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
    halves,
    tokens,
)

_FINISHES = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "tool_call": "tool_use",
    "content_filter": "refusal",
}
_KINDS = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}


class AnthropicWire(Wire):
    name = "anthropic"
    longest_name = 128

    def takes(self, path: str) -> bool:
        return path.endswith("/v1/messages")

    def read(self, body: JsonObject) -> Request:
        names: dict[str, str] = {}
        system = _joined(_blocks(body.get("system") or ""))
        messages = [message for turn in body["messages"] for message in _messages(turn, names)]
        system_messages = (System(system),) if system else ()
        return Request(
            (*system_messages, *messages),
            tuple(map(_offer, body.get("tools") or ())),
            Settings(
                temperature=body.get("temperature"), top_p=body.get("top_p"), max_tokens=body["max_tokens"]
            ),
        )

    def whole(self, reply: Reply, seen: SeenRequest, number: int) -> JsonObject:
        into, out = tokens(reply, seen)
        return {
            **_head(seen, number),
            "content": list(_answer(reply, number)),
            "stop_reason": _finish(reply),
            "usage": {"input_tokens": into, "output_tokens": out},
        }

    def events(self, reply: Reply, seen: SeenRequest, number: int) -> Iterator[bytes]:
        into, out = tokens(reply, seen)
        message = {**_head(seen, number), "usage": {"input_tokens": into, "output_tokens": 1}}
        yield _event("message_start", message=message)
        for index, block in enumerate(_answer(reply, number, as_written=True)):
            yield from _block_events(index, block)
        delta = {"stop_reason": _finish(reply), "stop_sequence": None}
        yield _event("message_delta", delta=delta, usage={"output_tokens": out})
        yield _event("message_stop")

    def error(self, code: int, message: str) -> JsonObject:
        kind = _KINDS.get(code, "api_error" if code >= 500 else "invalid_request_error")
        return {"type": "error", "error": {"type": kind, "message": message}}

    def error_event(self, code: int, message: str) -> bytes:
        return event(self.error(code, message), "error")

    def too_long(self) -> JsonObject:
        return self.error(400, "prompt is too long: 210000 tokens > 200000 maximum")


def _messages(turn: JsonObject, names: dict[str, str]) -> Iterator[Message]:
    blocks = list(_blocks(turn["content"]))
    match turn["role"]:
        case "assistant":
            calls = tuple(_call(block) for block in blocks if block["type"] == "tool_use")
            names.update((call.id, call.name) for call in calls)
            yield Assistant(_joined(block for block in blocks if block["type"] == "text"), calls)
        case "user":
            yield from (_returned(block, names) for block in blocks if block["type"] == "tool_result")
            rest = tuple(_part(block) for block in blocks if block["type"] != "tool_result")
            if rest:
                yield User(rest)
        case role:
            raise ValueError(f"unknown role {role!r}")


def _returned(block: JsonObject, names: dict[str, str]) -> ToolReturn:
    content = tuple(map(_part, _blocks(block.get("content") or ())))
    id_ = block["tool_use_id"]
    return ToolReturn(id_, names.get(id_, ""), content, bool(block.get("is_error")))


def _blocks(content: str | Iterable[JsonObject]) -> Iterable[JsonObject]:
    if isinstance(content, str):
        return ({"type": "text", "text": content},) if content else ()
    return content


def _part(block: JsonObject) -> Content:
    match block["type"]:
        case "text":
            return Text(_checked(block["text"]))
        case "image" | "document":
            return _media(block["source"])
        case kind:
            raise ValueError(f"unknown content type {kind!r}")


def _checked(text: str) -> str:
    if not text.strip():
        raise ValueError("text blocks must not be empty")
    return text


def _media(source: JsonObject) -> Media:
    match source["type"]:
        case "base64":
            return from_base64(source["data"], source["media_type"])
        case "text":
            return Media(media_type=source["media_type"], data=source["data"].encode())
        case _:
            return Media(uri=source["url"])


def _joined(blocks: Iterable[JsonObject]) -> str:
    return "".join(_checked(block["text"]) for block in blocks)


def _call(block: JsonObject) -> ToolUse:
    if not isinstance(block["input"], dict):
        raise ValueError("the input of a tool_use must be an object")  # noqa: TRY004 - the request's fault
    return ToolUse(block["id"], block["name"], block["input"])


def _offer(tool: JsonObject) -> ToolOffer:
    return ToolOffer(tool["name"], tool.get("description") or "", tool.get("input_schema") or {})


def _head(seen: SeenRequest, number: int) -> JsonObject:
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": seen.model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
    }


def _finish(reply: Reply) -> str:
    finish = reply.finish_reason or ("tool_calls" if reply.calls else "stop")
    return _FINISHES.get(finish, finish)


def _answer(reply: Reply, number: int, *, as_written: bool = False) -> Iterator[JsonObject]:
    if reply.text:
        yield {"type": "text", "text": reply.text}
    for index, call in enumerate(reply.calls):
        arguments: Any = as_text(call.arguments) if as_written else as_value(call.arguments)
        id_ = call_id(call, "toolu", number, index)
        yield {"type": "tool_use", "id": id_, "name": call.name, "input": arguments}


def _block_events(index: int, block: JsonObject) -> Iterator[bytes]:
    is_text = block["type"] == "text"
    start = {**block, "text": ""} if is_text else {**block, "input": {}}
    yield _event("content_block_start", index=index, content_block=start)
    for piece in halves(block["text"] if is_text else block["input"]):
        delta = (
            {"type": "text_delta", "text": piece}
            if is_text
            else {"type": "input_json_delta", "partial_json": piece}
        )
        yield _event("content_block_delta", index=index, delta=delta)
    yield _event("content_block_stop", index=index)


def _event(kind: str, **data: Any) -> bytes:
    return event({"type": kind, **data}, kind)
