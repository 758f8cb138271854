"""Content of chat messages: a text, or a list of typed parts."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote_to_bytes

from m3bench.core import Content, Data, Media, Result, Text
from m3bench.formats.io import Cursor, from_base64, plain, to_base64

_TEXT_TYPES = {"text", "input_text", "output_text"}


def text_and_parts(content: Cursor) -> tuple[str | None, list[Any]]:
    """Return the text of a user or model message, and its other parts unchanged."""
    if not content.given:
        return None, []
    if isinstance(content.value, str):
        return content.value, []
    if not isinstance(content.value, list):
        raise content.unexpected("a string or a list of parts")
    texts, others = [], []
    for part in content.elements():
        if part["type"].text() in _TEXT_TYPES:
            texts.append(part["text"].text())
        else:
            others.append(part.value)
    return ("\n".join(texts) if texts else None), others


def content_from(text: str | None, parts: list[Any]) -> Any:
    """The reverse of :func:`text_and_parts`."""
    if not parts:
        return text
    return [*([] if text is None else [{"type": "text", "text": text}]), *parts]


def result_from(content: Cursor) -> Result:
    """Read the result of a tool. Unknown parts are kept as JSON data."""
    if not content.given:
        return Result()
    if isinstance(content.value, str):
        return Result((Text(content.value),))
    if not isinstance(content.value, list):
        return Result((Data(content.value),))
    return Result(tuple(_part_from(part) for part in content.elements()))


def result_to(result: Result) -> Any:
    if len(result.content) == 1 and isinstance(result.content[0], Text):
        return result.content[0].text
    return [_part_to(part) for part in result.content]


def _part_from(cursor: Cursor) -> Content:
    kind = cursor.value.get("type") if isinstance(cursor.value, dict) else None
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    return (reader(cursor) if reader else None) or Data(cursor.value)


def _text(cursor: Cursor) -> Content | None:
    text = cursor["text"].value
    return Text(text) if isinstance(text, str) else None


def _picture(cursor: Cursor) -> Content | None:
    image = cursor["image_url"]
    url = image["url"].value if isinstance(image.value, dict) else image.value
    return media_at(url) if isinstance(url, str) else None


def _sound(cursor: Cursor) -> Content | None:
    audio = cursor["input_audio"]
    data = from_base64(audio["data"].value) if isinstance(audio.value, dict) else None
    if data is None or not isinstance(audio["format"].value, str):
        return None
    return Media(media_type=f"audio/{audio['format'].value}", data=data)


def media_at(url: str) -> Media:
    """Return an image by its URL, which may be a data URL."""
    head, comma, body = url.partition(",")
    if not head.lower().startswith("data:") or not comma:
        return Media(media_type="image/*", uri=url)
    media_type, *options = head[len("data:") :].split(";")
    data = from_base64(body) if "base64" in options else unquote_to_bytes(body.encode("utf-8", "replace"))
    if data is None:
        return Media(media_type="image/*", uri=url)
    return Media(media_type=media_type or "image/*", data=data)


def _part_to(part: Content) -> dict[str, Any]:
    if isinstance(part, Text):
        return {"type": "text", "text": part.text}
    if isinstance(part, Data):
        return {"type": "text", "text": json.dumps(plain(part.value), ensure_ascii=False)}
    if part.kind == "audio" and part.data is not None:
        audio = {"data": to_base64(part.data), "format": part.media_type.partition("/")[2]}
        return {"type": "input_audio", "input_audio": audio}
    if part.kind == "image":
        return {"type": "image_url", "image_url": {"url": address_of(part)}}
    return {"type": "text", "text": json.dumps(plain(part), ensure_ascii=False)}


def address_of(media: Media) -> str:
    """The reverse of :func:`media_at`, as far as a URL can represent it."""
    if media.data is not None:
        return f"data:{media.media_type};base64,{to_base64(media.data)}"
    return media.uri or f"sha256:{media.digest}"


_READERS: dict[str, Callable[[Cursor], Content | None]] = {
    "text": _text,
    "image_url": _picture,
    "input_audio": _sound,
}
