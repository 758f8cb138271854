"""Messages of the conventions for generative AI: a role and typed parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from m3bench.core import Call, Media
from m3bench.core.text import without_surrogates
from m3bench.formats.foreign import safe
from m3bench.formats.io import to_base64

_CALL, _ANSWER = "tool_call", "tool_call_response"


def text_part(text: str) -> dict[str, Any]:
    return {"type": "text", "content": without_surrogates(text)}


def call_part(call: Call, call_id: str) -> dict[str, Any]:
    part = {"type": _CALL, "id": call_id, "name": without_surrogates(call.name)}
    return part if call.arguments is None else {**part, "arguments": safe(call.arguments)}


def picture_part(picture: Media) -> dict[str, Any]:
    about = {
        "modality": without_surrogates(picture.kind),
        "mime_type": without_surrogates(picture.media_type),
    }
    if picture.data is None:
        return {"type": "uri", **about, "uri": without_surrogates(picture.uri or f"sha256:{picture.digest}")}
    return {"type": "blob", **about, "content": to_base64(picture.data)}


def parts_of(messages: Any, *roles: str) -> Iterator[dict[str, Any]]:
    """Yield the parts of the messages of these roles."""
    for message in messages if isinstance(messages, list) else ():
        if isinstance(message, dict) and message.get("role") in roles:
            parts = message.get("parts")
            yield from (part for part in (parts if isinstance(parts, list) else ()) if isinstance(part, dict))


def text_in(messages: Any, *roles: str) -> str | None:
    """Return the text of the messages of these roles, or None."""
    texts = [
        part["content"]
        for part in parts_of(messages, *roles)
        if part.get("type") == "text" and isinstance(part.get("content"), str)
    ]
    return "\n".join(texts) if texts else None


def first_text(messages: Any, role: str) -> str | None:
    """Return the text of the first message of the role that has any."""
    texts = (text_in([message], role) for message in (messages if isinstance(messages, list) else ()))
    return next((text for text in texts if text is not None), None)


def calls_in(messages: Any) -> list[dict[str, Any]]:
    return [part for part in parts_of(messages, "assistant") if part.get("type") == _CALL]


def answers_in(messages: Any) -> dict[str, Any]:
    """Return the results of tools by call id. The conventions have used two names for it."""
    return {
        part["id"]: part["response"] if "response" in part else part.get("result")
        for part in parts_of(messages, "tool", "user")
        if part.get("type") == _ANSWER and isinstance(part.get("id"), str)
    }
