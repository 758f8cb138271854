"""Google's generateContent and streamGenerateContent APIs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from m3bench.core import Content, Data, Media, Text
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
from m3bench.testing.provider.wires import JsonObject, Wire, as_value, event, from_base64, halves, tokens

_PATH = re.compile(r"/models/(?P<model>[^/:]+):(?P<verb>generateContent|streamGenerateContent)$")
_FINISHES = {
    "stop": "STOP",
    "length": "MAX_TOKENS",
    "tool_calls": "STOP",
    "tool_call": "STOP",
    "content_filter": "SAFETY",
}
_STATES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}


class GoogleWire(Wire):
    name = "google"

    def takes(self, path: str) -> bool:
        return bool(_PATH.search(path))

    def model(self, path: str, body: JsonObject) -> str:  # noqa: ARG002 - the path says it
        return _match(path)["model"]

    def streams(self, path: str, body: JsonObject) -> bool:  # noqa: ARG002
        return _match(path)["verb"] == "streamGenerateContent"

    def read(self, body: JsonObject) -> Request:
        plain = _camel(body)
        system = "".join(part["text"] for part in plain.get("systemInstruction", {}).get("parts", ()))
        said = (System(system),) if system else ()
        messages = [message for turn in plain["contents"] for message in _messages(turn)]
        return Request((*said, *messages), tuple(_offers(plain)), _settings(plain))

    def whole(self, reply: Reply, seen: SeenRequest, number: int) -> JsonObject:
        malformed = any(not isinstance(as_value(call.arguments), dict) for call in reply.calls)
        parts = [] if malformed else list(_answer(reply))
        finish = "MALFORMED_FUNCTION_CALL" if malformed else _finish(reply)
        return _chunk(parts, seen, number, finish, _usage(reply, seen))

    def events(self, reply: Reply, seen: SeenRequest, number: int) -> Iterator[bytes]:
        last = self.whole(reply, seen, number)
        for piece in halves(reply.text):
            yield event(_chunk([{"text": piece}], seen, number))
        candidate = last["candidates"][0]
        candidate["content"]["parts"] = [part for part in candidate["content"]["parts"] if "text" not in part]
        yield event(last)

    def error(self, code: int, message: str) -> JsonObject:
        return {"error": {"code": code, "message": message, "status": _STATES.get(code, "UNKNOWN")}}

    def too_long(self) -> JsonObject:
        message = "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576)."
        return self.error(400, message)


def _match(path: str) -> re.Match[str]:
    match = _PATH.search(path)
    if match is None:
        raise ValueError(f"{path} contains no model name")
    return match


def _camel(value: Any) -> Any:
    """Convert names to camel case: Google accepts both. Names of users (arguments, schemas) are kept."""
    if isinstance(value, list):
        return list(map(_camel, value))
    if not isinstance(value, dict):
        return value
    return {_camel_name(key): part if _is_free(key) else _camel(part) for key, part in value.items()}


def _camel_name(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def _is_free(key: str) -> bool:
    return _camel_name(key) in ("args", "response", "parameters", "parametersJsonSchema")


def _messages(turn: JsonObject) -> Iterator[Message]:
    parts = turn["parts"]
    match turn.get("role", "user"):
        case "model":
            text = "".join(part["text"] for part in parts if "text" in part and not part.get("thought"))
            calls = (part["functionCall"] for part in parts if "functionCall" in part)
            yield Assistant(text, tuple(map(_call, calls)))
        case "user" | "function":
            yield from (_returned(part["functionResponse"]) for part in parts if "functionResponse" in part)
            rest = tuple(_part(part) for part in parts if "functionResponse" not in part)
            if rest:
                yield User(rest)
        case role:
            raise ValueError(f"unknown role {role!r}")


def _call(call: JsonObject) -> ToolUse:
    return ToolUse(call.get("id") or "", call["name"], call.get("args") or {})


def _returned(response: JsonObject) -> ToolReturn:
    content = tuple(map(_part, response.get("parts") or ()))
    answer = response["response"]
    said = Text(answer) if isinstance(answer, str) else _said(answer)
    return ToolReturn(response.get("id") or "", response["name"], (said, *content), "error" in answer)


def _said(answer: JsonObject) -> Content:
    """Unwrap a single text, which the SDKs put in an object under one of several names."""
    if len(answer) == 1:
        (only,) = answer.values()
        if isinstance(only, str):
            return Text(only)
    return Data(answer)


def _part(part: JsonObject) -> Content:
    match part:
        case {"text": str(text)}:
            return Text(text)
        case {"inlineData": {"data": data, "mimeType": media_type}}:
            # The SDK uses the URL-safe alphabet, others the standard one. Accept both.
            return from_base64(data.replace("-", "+").replace("_", "/"), media_type)
        case {"fileData": {"fileUri": uri, **rest}}:
            return Media(media_type=str(rest.get("mimeType") or "application/octet-stream"), uri=uri)
        case _:
            raise ValueError(f"unknown part: {json.dumps(part)[:80]}")


def _offers(body: JsonObject) -> Iterator[ToolOffer]:
    for tool in body.get("tools") or ():
        for declaration in tool.get("functionDeclarations") or ():
            schema = declaration.get("parametersJsonSchema") or declaration.get("parameters") or {}
            yield ToolOffer(declaration["name"], declaration.get("description") or "", schema)


def _settings(body: JsonObject) -> Settings:
    chosen = body.get("generationConfig") or {}
    return Settings(
        temperature=chosen.get("temperature"),
        top_p=chosen.get("topP"),
        max_tokens=chosen.get("maxOutputTokens"),
        seed=chosen.get("seed"),
    )


def _finish(reply: Reply) -> str:
    return _FINISHES.get(reply.finish_reason or "stop", reply.finish_reason or "STOP")


def _answer(reply: Reply) -> Iterator[JsonObject]:
    if reply.text:
        yield {"text": reply.text}
    for call in reply.calls:
        named = {"id": call.id} if call.id else {}
        yield {"functionCall": {**named, "name": call.name, "args": as_value(call.arguments)}}


def _usage(reply: Reply, seen: SeenRequest) -> JsonObject:
    into, out = tokens(reply, seen)
    return {"promptTokenCount": into, "candidatesTokenCount": out, "totalTokenCount": into + out}


def _chunk(
    parts: list[JsonObject],
    seen: SeenRequest,
    number: int,
    finish: str | None = None,
    usage: JsonObject | None = None,
) -> JsonObject:
    candidate: JsonObject = {"index": 0, "content": {"role": "model", "parts": parts}}
    chunk: JsonObject = {
        "candidates": [candidate],
        "modelVersion": seen.model,
        "responseId": f"response-{number}",
    }
    if finish:
        candidate["finishReason"] = finish
    if usage:
        chunk["usageMetadata"] = usage
    return chunk
