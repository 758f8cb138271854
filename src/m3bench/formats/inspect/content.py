"""Content of Inspect messages: a text, or typed parts with their bytes as attachments."""

from __future__ import annotations

import hashlib
from typing import Any

from m3bench.core import Content, Data, Result, Text
from m3bench.core.text import without_surrogates
from m3bench.formats.foreign import json_text
from m3bench.formats.io import Cursor
from m3bench.formats.openai import address_of, media_at

_PROTOCOL = "attachment://"
_SOUNDS = {"audio/wav": "wav", "audio/mpeg": "mp3", "audio/mp3": "mp3"}
_MEDIA = ("image", "audio", "video", "document")


class Attachments:
    """The attachments of a sample, by their hash. Each image is stored once."""

    def __init__(self, known: Any = None) -> None:
        self.texts: dict[str, str] = dict(known) if isinstance(known, dict) else {}

    def keep(self, text: str) -> str:
        name = hashlib.sha256(text.encode()).hexdigest()[:32]
        self.texts[name] = text
        return f"{_PROTOCOL}{name}"

    def resolve(self, value: Any) -> Any:
        """Return the value with all references replaced by their attachments."""
        if not self.texts:
            return value
        if isinstance(value, str):
            return self.texts.get(value.removeprefix(_PROTOCOL), value) if _is_reference(value) else value
        if isinstance(value, dict):
            return {key: self.resolve(inner) for key, inner in value.items()}
        return [self.resolve(inner) for inner in value] if isinstance(value, list) else value


def _is_reference(text: str) -> bool:
    return text.startswith(_PROTOCOL)


def content_to(content: tuple[Content, ...], attachments: Attachments) -> str | list[dict[str, Any]]:
    if len(content) == 1 and isinstance(content[0], Text):
        return without_surrogates(content[0].text)
    return [part_to(part, attachments) for part in content]


def part_to(part: Content, attachments: Attachments) -> dict[str, Any]:
    if isinstance(part, Text):
        return _text(part.text)
    if isinstance(part, Data):
        return _text(json_text(part.value))
    if part.data is None:
        picture = {"type": "image", "image": without_surrogates(address_of(part)), "detail": "auto"}
        return picture if part.kind == "image" else _text(json_text(part))
    address = attachments.keep(without_surrogates(address_of(part)))
    if part.kind == "image":
        return {"type": "image", "image": address, "detail": "auto"}
    if part.media_type in _SOUNDS:
        return {"type": "audio", "audio": address, "format": _SOUNDS[part.media_type]}
    return {
        "type": "document",
        "document": address,
        "filename": "",
        "mime_type": without_surrogates(part.media_type),
    }


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": without_surrogates(text)}


def result_from(content: Cursor, error: Cursor) -> Result:
    """Read the result of a tool. Without content, the message of the error is the content."""
    parts = _parts_from(content)
    if not error.given:
        return Result(parts)
    message = error["message"].value if isinstance(error.value, dict) else error.value
    empty = all(isinstance(part, Text) and not part.text for part in parts)
    return Result(
        (Text(message),) if empty and isinstance(message, str) and message else parts, is_error=True
    )


def _parts_from(content: Cursor) -> tuple[Content, ...]:
    if not content.given:
        return ()
    if isinstance(content.value, str):
        return (Text(content.value),)
    if not isinstance(content.value, list):
        return (Data(content.value),)
    return tuple(_part_from(part) for part in content.value)


def _part_from(part: Any) -> Content:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "text" and isinstance(part.get("text"), str):
        return Text(part["text"])
    if kind in _MEDIA and isinstance(part.get(kind), str):
        return media_at(part[kind])
    return Data(part)


def picture_from(part: Any) -> Any:
    """Return an image of a request as a chat message part; other parts are unchanged."""
    if isinstance(part, dict) and part.get("type") == "image" and isinstance(part.get("image"), str):
        return {"type": "image_url", "image_url": {"url": part["image"]}}
    return part


def picture_to(part: Any, attachments: Attachments) -> dict[str, Any] | None:
    """The reverse of :func:`picture_from`; None if the part is not an image."""
    image = part.get("image_url") if isinstance(part, dict) else None
    url = image.get("url") if isinstance(image, dict) else image
    if not isinstance(url, str):
        return None
    return {"type": "image", "image": attachments.keep(without_surrogates(url)), "detail": "auto"}
