"""Convert our content and tools to MCP types."""

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
    """Return a tool under its alias, without output schema: clients reject results that violate it."""
    return types.Tool(
        name=alias,
        title=tool.title,
        description=without_surrogates(tool.description),
        input_schema=usable_schema(tool.input_schema),
        annotations=_annotations(tool.annotations),
    )


def usable_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema, or that of any object if clients could not handle it.

    A client that validates the tool list rejects the whole list for one invalid schema.
    """
    whole = {**schema, **ANY_OBJECT} if schema.get("type") is None else schema
    properties = whole.get("properties", {})
    objects = isinstance(properties, dict) and all(isinstance(part, dict) for part in properties.values())
    if whole["type"] != "object" or not objects or isinstance(compile_schema(whole), SchemaProblem):
        return ANY_OBJECT
    return whole


def call_result(call: Call) -> types.CallToolResult:
    """Return the result of a call. Failures have a message and are marked as errors."""
    content = call.result.content if call.result else ()
    failed = call.result is None or call.result.is_error
    structured = _structured(content)
    return types.CallToolResult(content=blocks(content), structured_content=structured, is_error=failed)


def blocks(content: Iterable[Content]) -> list[types.ContentBlock]:
    """Convert content to blocks. The structured result is included as text only if there is no other text."""
    parts = list(content)
    has_text = any(isinstance(part, Text) for part in parts)
    structured = _structured(parts)
    return [_block(part) for part in parts if not (has_text and _is(part, structured))]


def resource_contents(media: Media) -> types.TextResourceContents | types.BlobResourceContents:
    """Return a file with its bytes, or as text if it is text."""
    data = media.data or b""
    uri = media.uri or f"m3bench://content/{hashlib.sha256(data).hexdigest()[:16]}"
    if media.is_text:
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
        return text_block(f"[{media.media_type}, stored as {media.digest}]")
    if media.kind == "image":
        return types.ImageContent(type="image", data=_base64(media.data), mime_type=media.media_type)
    if media.kind == "audio":
        return types.AudioContent(type="audio", data=_base64(media.data), mime_type=media.media_type)
    return types.EmbeddedResource(type="resource", resource=resource_contents(media))


def _structured(content: Iterable[Content]) -> dict[str, Any] | None:
    """Return the structured result: the last object, because most clients only accept objects."""
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
