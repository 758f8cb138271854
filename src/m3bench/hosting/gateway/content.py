"""Our content and tools in the terms of the protocol, as they go out to an agent."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from typing import Any

import mcp_types as types
from pydantic import ValidationError

from m3bench.core import Call, Content, Data, Media, Text, canonical_json
from m3bench.core.schema import SchemaProblem, compile_schema
from m3bench.core.text import without_surrogates
from m3bench.hosting.tool import Tool

ANY_OBJECT: dict[str, Any] = {"type": "object"}


def listed(tool: Tool, alias: str) -> types.Tool:
    """A tool under its alias. Its output schema is left out: clients refuse results that break it."""
    return types.Tool(
        name=alias,
        title=tool.title,
        description=without_surrogates(tool.description),
        input_schema=usable_schema(tool.input_schema),
        annotations=_annotations(tool.annotations),
    )


def usable_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema as it came, or that of any object where clients would choke on it.

    A client that checks the list of tools refuses all of them for one bad schema.
    """
    whole = {**schema, **ANY_OBJECT} if schema.get("type") is None else schema
    properties = whole.get("properties", {})
    objects = isinstance(properties, dict) and all(isinstance(one, dict) for one in properties.values())
    if whole["type"] != "object" or not objects or isinstance(compile_schema(whole), SchemaProblem):
        return ANY_OBJECT
    return whole


def call_result(call: Call) -> types.CallToolResult:
    """How a call ended. What went wrong is told in words, and marked as an error."""
    content = call.result.content if call.result else ()
    failed = call.result is None or call.result.is_error
    return types.CallToolResult(
        content=blocks(content), structured_content=_structured(content), is_error=failed
    )


def blocks(content: Iterable[Content]) -> list[types.ContentBlock]:
    """Each part as the protocol has it. The structured result is written out where no text stands by it."""
    parts = list(content)
    told = any(isinstance(part, Text) for part in parts)
    structured = _structured(parts)
    return [_block(part) for part in parts if not (told and _is(part, structured))]


def resource_contents(media: Media) -> types.TextResourceContents | types.BlobResourceContents:
    """A file with its bytes; as text where it is text."""
    data = media.data or b""
    uri = media.uri or f"m3bench://content/{hashlib.sha256(data).hexdigest()[:16]}"
    if media.kind == "text":
        try:
            return types.TextResourceContents(uri=uri, mime_type=media.media_type, text=data.decode())
        except UnicodeDecodeError:
            pass
    return types.BlobResourceContents(uri=uri, mime_type=media.media_type, blob=_base64(data))


def text_block(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=without_surrogates(text))


def _block(part: Content) -> types.ContentBlock:
    match part:
        case Text():
            return text_block(part.text)
        case Data():
            return text_block(canonical_json(part.value))
    return _media_block(part)


def _media_block(media: Media) -> types.ContentBlock:
    if media.data is None and media.uri is not None:
        return types.ResourceLink(
            type="resource_link", uri=media.uri, name=media.uri, mime_type=media.media_type
        )
    if media.data is None:
        return text_block(f"[{media.media_type}, kept as {media.digest}]")
    if media.kind == "image":
        return types.ImageContent(type="image", data=_base64(media.data), mime_type=media.media_type)
    if media.kind == "audio":
        return types.AudioContent(type="audio", data=_base64(media.data), mime_type=media.media_type)
    return types.EmbeddedResource(type="resource", resource=resource_contents(media))


def _structured(content: Iterable[Content]) -> dict[str, Any] | None:
    """The structured result: the last object among the parts, since most clients take nothing but objects."""
    objects = [part.value for part in content if isinstance(part, Data) and isinstance(part.value, dict)]
    return objects[-1] if objects else None


def _is(part: Content, structured: dict[str, Any] | None) -> bool:
    return isinstance(part, Data) and structured is not None and part.value is structured


def _annotations(annotations: dict[str, Any]) -> types.ToolAnnotations | None:
    try:
        return types.ToolAnnotations.model_validate(annotations) if annotations else None
    except ValidationError:
        return None


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
