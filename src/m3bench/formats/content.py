"""Results of calls in M³-Bench files: a text, any JSON value, or MCP content."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from m3bench.core import Content, Data, Media, Result, Text
from m3bench.formats.io import Cursor, from_base64, json_equal, plain, to_base64

_ENVELOPE = {"content", "isError", "structuredContent", "_meta"}


def result_from(cursor: Cursor) -> Result | None:
    """Read a result. A value that is not MCP content is kept as JSON data."""
    value = cursor.value
    if not cursor.given:
        return None
    if isinstance(value, str):
        return Result((Text(value),))
    if _is_content(value):
        return Result(_parts_from(cursor))
    if isinstance(value, dict) and _ENVELOPE.issuperset(value) and _is_envelope(value):
        return _from_envelope(cursor)
    return Result((Data(value),))


def result_to(result: Result) -> Any:
    """Return the simplest JSON value that reads back as the same result."""
    whole = envelope_of(result)
    if len(result.content) != 1 or result.is_error:
        return whole
    simple = _bare(result.content[0])
    return simple if simple is not None and json_equal(result_from(Cursor(simple, "")), result) else whole


def envelope_of(result: Result) -> dict[str, Any]:
    """Return the result as MCP sends it."""
    return {"content": [_part_to(part) for part in result.content], "isError": result.is_error}


def _bare(part: Content) -> Any:
    if isinstance(part, Text):
        return part.text
    return plain(part.value) if isinstance(part, Data) else None


def _is_content(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(_is_part(part) for part in value)


def _is_part(part: Any) -> bool:
    return isinstance(part, dict) and isinstance(part.get("type"), str) and part["type"] in _READERS


def _is_envelope(value: dict[str, Any]) -> bool:
    content = value.get("content")
    return isinstance(value.get("isError", False), bool) and (content == [] or _is_content(content))


def _from_envelope(cursor: Cursor) -> Result:
    cursor.note_others({"content", "isError", "structuredContent"})
    structured = cursor["structuredContent"]
    return Result(
        _parts_from(cursor["content"]) + ((Data(structured.value),) if structured.given else ()),
        cursor.value.get("isError", False),
    )


def _parts_from(cursor: Cursor) -> tuple[Content, ...]:
    return tuple(_part_from(part) for part in cursor.elements())


def _part_from(cursor: Cursor) -> Content:
    return _READERS[cursor["type"].text()](cursor) or Data(cursor.value)


def _text(cursor: Cursor) -> Content | None:
    if not isinstance(cursor["text"].value, str):
        return None
    cursor.note_others({"type", "text"})
    return Text(cursor["text"].text())


def _image_or_audio(cursor: Cursor) -> Content | None:
    data = from_base64(cursor["data"].value)
    if data is None:
        return None
    cursor.note_others({"type", "data", "mimeType"})
    return Media(media_type=_media_type(cursor, f"{cursor['type'].text()}/*"), data=data)


def _resource(cursor: Cursor) -> Content | None:
    inner = cursor["resource"]
    if not isinstance(inner.value, dict) or not isinstance(inner["uri"].value, str):
        return None
    text = inner["text"].value
    data = _encoded(text) if isinstance(text, str) else from_base64(inner["blob"].value)
    if data is None:
        return None
    cursor.note_others({"type", "resource"})
    inner.note_others({"uri", "mimeType", "text", "blob"})
    fallback = "text/plain" if isinstance(text, str) else "application/octet-stream"
    return Media(media_type=_media_type(inner, fallback), data=data, uri=inner["uri"].text())


def _encoded(text: str) -> bytes | None:
    try:
        return text.encode()
    except UnicodeEncodeError:
        return None


def _link(cursor: Cursor) -> Content | None:
    if not isinstance(cursor["uri"].value, str):
        return None
    cursor.note_others({"type", "uri", "mimeType"})
    return Media(media_type=_media_type(cursor, "application/octet-stream"), uri=cursor["uri"].text())


def _own_part(cursor: Cursor) -> Content | None:
    kind: type[Data] | type[Media] = Data if cursor["type"].value == "data" else Media
    if not {"type", *kind.__struct_fields__}.issuperset(cursor.fields()):
        return None
    try:
        return msgspec.convert(cursor.value, kind)
    except (msgspec.ValidationError, UnicodeEncodeError):
        return None


def _media_type(cursor: Cursor, fallback: str) -> str:
    value = cursor["mimeType"].value
    return value if isinstance(value, str) else fallback


def _part_to(part: Content) -> dict[str, Any]:
    if isinstance(part, Media) and part.data is not None and part.kind in {"image", "audio"}:
        mcp = {"type": part.kind, "data": to_base64(part.data), "mimeType": part.media_type}
        return mcp if part.uri is None and part.digest is None else dict(plain(part))
    return dict(plain(part))


_READERS: dict[str, Callable[[Cursor], Content | None]] = {
    "text": _text,
    "image": _image_or_audio,
    "audio": _image_or_audio,
    "resource": _resource,
    "resource_link": _link,
    "data": _own_part,
    "media": _own_part,
}
