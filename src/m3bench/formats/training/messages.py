"""The messages of an attempt, as models are trained on them."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from m3bench.core import Media
from m3bench.core.text import without_surrogates
from m3bench.formats.attempt_record import AttemptRecord
from m3bench.formats.foreign import safe
from m3bench.formats.openai import ATTACHMENTS, address_of, media_at, messages_of

Message = dict[str, Any]


def conversation(record: AttemptRecord) -> list[Message]:
    """Return the messages as the model had them, or else as the trajectory tells."""
    if record.messages:
        return [safe(message) for message in record.messages]
    pictures = [
        {"type": "image_url", "image_url": {"url": address_of(picture)}} for picture in record.pictures
    ]
    extra = {ATTACHMENTS: pictures} if pictures else {}
    bare = msgspec.structs.replace(record.trajectory, extra=extra)
    return [safe(message) for message in messages_of(bare)]


def tools_text(record: AttemptRecord) -> str:
    """Return the tools as JSON: their schemas differ too much for a column of objects."""
    return json.dumps([safe(tool) for tool in record.tools], ensure_ascii=False)


class Pictures:
    """Takes the pictures out of messages, in their order."""

    def __init__(self) -> None:
        self.found: list[dict[str, Any]] = []

    def flat(self, message: Message) -> Message:
        """Return a message with the same keys as all others. A picture leaves a part of type `image`."""
        return {
            "role": message["role"],
            "content": [self._part(part) for part in _parts(message.get("content"))],
            "tool_calls": [
                {"id": call["id"], "type": "function", "function": _function(call["function"])}
                for call in message.get("tool_calls") or ()
            ],
            "tool_call_id": message.get("tool_call_id"),
            "name": message.get("name"),
        }

    def _part(self, part: Message) -> Message:
        if part.get("type") == "text":
            return {"type": "text", "text": part.get("text") or ""}
        picture = _picture(part)
        if picture is None or picture.data is None:
            return {"type": "text", "text": f"[{part.get('type')}]"}
        self.found.append({"bytes": picture.data, "path": None})
        return {"type": "image", "text": None}


def _parts(content: Any) -> list[Message]:
    if content is None or content == "":
        return []
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def _picture(part: Message) -> Media | None:
    image = part.get("image_url")
    url = image.get("url") if isinstance(image, dict) else None
    return media_at(url) if part.get("type") == "image_url" and isinstance(url, str) else None


def _function(function: Message) -> Message:
    name, arguments = str(function.get("name", "")), str(function.get("arguments") or "{}")
    return {"name": without_surrogates(name), "arguments": without_surrogates(arguments)}
