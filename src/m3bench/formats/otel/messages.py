"""Messages as the conventions for generative AI have them: a role, and typed parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from m3bench.core import Call, Media
from m3bench.core.text import without_surrogates
from m3bench.formats.foreign import safe
from m3bench.formats.io import text_of

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
    return {"type": "blob", **about, "content": text_of(picture.data)}


def parts_of(messages: Any, *roles: str) -> Iterator[dict[str, Any]]:
    """The parts of the messages of these roles."""
    for message in messages if isinstance(messages, list) else ():
        if isinstance(message, dict) and message.get("role") in roles:
            parts = message.get("parts")
            yield from (part for part in parts or () if isinstance(part, dict)) if _listed(parts) else ()


def _listed(parts: Any) -> bool:
    return isinstance(parts, list)


def text_in(messages: Any, *roles: str) -> str | None:
    """Everything that is said in the messages of these roles; None where nothing is."""
    said = [
        part["content"]
        for part in parts_of(messages, *roles)
        if part.get("type") == "text" and isinstance(part.get("content"), str)
    ]
    return "\n".join(said) if said else None


def first_text(messages: Any, role: str) -> str | None:
    """What the first message of the role says that says anything."""
    for message in messages if isinstance(messages, list) else ():
        text = text_in([message], role)
        if text is not None:
            return text
    return None


def calls_in(messages: Any) -> list[dict[str, Any]]:
    return [part for part in parts_of(messages, "assistant") if part.get("type") == _CALL]


def answers_in(messages: Any) -> dict[str, Any]:
    """What tools answered, by the id of the call; the conventions have had two names for it."""
    found = {}
    for part in parts_of(messages, "tool", "user"):
        if part.get("type") == _ANSWER and isinstance(part.get("id"), str):
            found[part["id"]] = part["response"] if "response" in part else part.get("result")
    return found
