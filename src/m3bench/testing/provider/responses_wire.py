"""OpenAI's responses API."""

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
from m3bench.testing.provider.openai_wire import OpenAIWire
from m3bench.testing.provider.seen import SeenRequest
from m3bench.testing.provider.wires import (
    JsonObject,
    as_text,
    as_value,
    call_id,
    event,
    from_data_uri,
    halves,
    tokens,
)

_SEPARATOR = "__"
_STATUS = {"length": "incomplete", "content_filter": "incomplete"}
_CUT_OFF = {"length": "max_output_tokens"}


class ResponsesWire(OpenAIWire):
    """Errors are those of chat completions. Tools of a namespace are named `NAMESPACE__TOOL`."""

    name = "responses"
    longest_name = 128

    def takes(self, path: str) -> bool:
        return path.endswith("/responses")

    def read(self, body: JsonObject) -> Request:
        given = body["input"]
        items = [{"role": "user", "content": given}] if isinstance(given, str) else given
        system = (System(body["instructions"]),) if body.get("instructions") else ()
        limit = body.get("max_output_tokens")
        settings = Settings(temperature=body.get("temperature"), top_p=body.get("top_p"), max_tokens=limit)
        return Request((*system, *_joined_results(_messages(items))), tuple(_offers(body)), settings)

    def whole(self, reply: Reply, seen: SeenRequest, number: int) -> JsonObject:
        return _response(reply, seen, number, _items(reply, seen, number))

    def events(self, reply: Reply, seen: SeenRequest, number: int) -> Iterator[bytes]:
        counter = iter(range(1_000_000))

        def said(kind: str, **data: Any) -> bytes:
            return event({"type": kind, "sequence_number": next(counter), **data}, kind)

        started = {**_response(reply, seen, number, []), "status": "in_progress", "usage": None}
        yield said("response.created", response=started)
        items = _items(reply, seen, number)
        for index, item in enumerate(items):
            for kind, data in _item_events(item):
                yield said(kind, output_index=index, **data)
        done = _response(reply, seen, number, items)
        yield said(f"response.{done['status']}", response=done)

    def error_event(self, code: int, message: str) -> bytes:
        return event({"type": "error", **self.error(code, message)["error"]}, "error")


def _messages(items: Iterable[JsonObject]) -> Iterator[Message]:
    """Yield messages. What the model wrote in one reply arrives as several items."""
    names: dict[str, str] = {}
    text, calls = "", []
    for item in items:
        kind = item.get("type", "message")
        if kind == "function_call":
            calls.append(_call(item))
            names[calls[-1].id] = calls[-1].name
        elif kind == "message" and item["role"] == "assistant":
            text += _joined(item["content"])
        elif kind != "reasoning":
            if text or calls:
                yield Assistant(text, tuple(calls))
                text, calls = "", []
            yield _other(item, kind, names)
    if text or calls:
        yield Assistant(text, tuple(calls))


def _joined_results(messages: Iterable[Message]) -> list[Message]:
    """Join results of the same call: a client may send one in several items."""
    joined: list[Message] = []
    for message in messages:
        last = joined[-1] if joined else None
        if isinstance(message, ToolReturn) and isinstance(last, ToolReturn) and last.id == message.id:
            joined[-1] = ToolReturn(last.id, last.name, (*last.content, *message.content))
        else:
            joined.append(message)
    return joined


def _other(item: JsonObject, kind: str, names: dict[str, str]) -> Message:
    if kind == "function_call_output":
        id_ = item["call_id"]
        return ToolReturn(id_, names.get(id_, ""), tuple(_parts(item["output"])))
    if kind != "message":
        raise ValueError(f"unknown item {kind!r}")
    match item["role"]:
        case "system" | "developer":
            return System(_joined(item["content"]))
        case "user":
            return User(tuple(_parts(item["content"])))
        case role:
            raise ValueError(f"unknown role {role!r}")


def _parts(content: str | Iterable[JsonObject]) -> Iterator[Content]:
    if isinstance(content, str):
        yield Text(content)
    else:
        yield from map(_part, content)


def _part(part: JsonObject) -> Content:
    match part["type"]:
        case "input_text" | "output_text":
            return Text(part["text"])
        case "input_image":
            return from_data_uri(part["image_url"])
        case "input_file":
            return from_data_uri(part["file_data"])
        case kind:
            raise ValueError(f"unknown content type {kind!r}")


def _joined(content: str | Iterable[JsonObject]) -> str:
    return "".join(part.text for part in _parts(content) if isinstance(part, Text))


def _call(item: JsonObject) -> ToolUse:
    prefix = f"{item['namespace']}{_SEPARATOR}" if item.get("namespace") else ""
    return ToolUse(item["call_id"], prefix + item["name"], as_value(item["arguments"]))


def _offers(body: JsonObject) -> Iterator[ToolOffer]:
    for tool in body.get("tools") or ():
        if tool["type"] == "function":
            yield _offer(tool)
        elif tool["type"] == "namespace":
            yield from (_offer(inner, tool["name"] + _SEPARATOR) for inner in tool["tools"])


def _offer(tool: JsonObject, prefix: str = "") -> ToolOffer:
    return ToolOffer(prefix + tool["name"], tool.get("description") or "", tool.get("parameters") or {})


def _response(reply: Reply, seen: SeenRequest, number: int, items: list[JsonObject]) -> JsonObject:
    into, out = tokens(reply, seen)
    finish = reply.finish_reason or ""
    reason = _CUT_OFF.get(finish, finish) if finish in _STATUS else None
    return {
        "id": f"resp_{number}",
        "object": "response",
        "created_at": 0,
        "model": seen.model,
        "status": _STATUS.get(finish, "completed"),
        "error": None,
        "incomplete_details": {"reason": reason} if reason else None,
        "output": items,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": into,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": out,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": into + out,
        },
    }


def _items(reply: Reply, seen: SeenRequest, number: int) -> list[JsonObject]:
    items: list[JsonObject] = []
    if reply.text:
        content = {"type": "output_text", "text": reply.text, "annotations": []}
        items.append(
            {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed",
             "content": [content]}
        )  # fmt: skip
    spaces = [tool["name"] for tool in seen.body.get("tools") or () if tool.get("type") == "namespace"]
    for index, call in enumerate(reply.calls):
        items.append(
            {"type": "function_call", "id": f"fc_{number}_{index}", "status": "completed",
             "call_id": call_id(call, "call", number, index), **_named(call.name, spaces),
             "arguments": as_text(call.arguments)}
        )  # fmt: skip
    return items


def _named(name: str, namespaces: Iterable[str]) -> JsonObject:
    for space in namespaces:
        if name.startswith(space + _SEPARATOR):
            return {"namespace": space, "name": name.removeprefix(space + _SEPARATOR)}
    return {"name": name}


def _item_events(item: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    is_text = item["type"] == "message"
    start = {**item, "content": []} if is_text else {**item, "arguments": ""}
    yield "response.output_item.added", {"item": {**start, "status": "in_progress"}}
    if is_text:
        yield from _text_events(item)
    else:
        for piece in halves(item["arguments"]):
            yield "response.function_call_arguments.delta", {"item_id": item["id"], "delta": piece}
    yield "response.output_item.done", {"item": item}


def _text_events(item: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    where, part = {"item_id": item["id"], "content_index": 0}, item["content"][0]
    yield "response.content_part.added", {**where, "part": {**part, "text": ""}}
    for piece in halves(part["text"]):
        yield "response.output_text.delta", {**where, "delta": piece, "logprobs": []}
    yield "response.content_part.done", {**where, "part": part}
