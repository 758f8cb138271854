"""Content of answers, converted from MCP types."""

from __future__ import annotations

import base64
import binascii

import anyio.to_thread
import mcp_types as types

from m3bench.core import Content, Data, Media, Text
from m3bench.hosting.long_json import AT_ONCE, utf8


class BadContents(Exception):
    """What is wrong with the content of an answer."""


async def tool_contents(result: types.CallToolResult) -> tuple[Content, ...]:
    """Return the content of an answer to a call, with its structured part at the end."""
    parts = await blocks_to_contents(result.content)
    if result.structured_content is not None:
        parts.append(Data(result.structured_content))
    return tuple(parts)


async def blocks_to_contents(blocks: list[types.ContentBlock]) -> list[Content]:
    """Convert blocks, large ones in a thread. Raises `BadContents`."""
    is_large = sum(map(_encoded_length, blocks)) > AT_ONCE
    try:
        parts = await anyio.to_thread.run_sync(_all_contents, blocks) if is_large else _all_contents(blocks)
    except (binascii.Error, ValueError) as error:
        raise BadContents(f"sent data that is not base64 ({error})") from None
    if sum(map(_uncut_length, parts)) > AT_ONCE:
        raise BadContents(f"sent media types and URIs longer than {AT_ONCE:,} characters")
    return parts


def _encoded_length(part: types.ContentBlock) -> int:
    match part:
        case types.ImageContent() | types.AudioContent():
            return len(part.data)
        case types.EmbeddedResource() if isinstance(part.resource, types.BlobResourceContents):
            return len(part.resource.blob)
        case types.EmbeddedResource() if isinstance(part.resource, types.TextResourceContents):
            return len(part.resource.text)
    return 0


def _uncut_length(part: Content) -> int:
    """Return the characters that truncation does not limit: media type and URI."""
    return len(part.media_type) + len(part.uri or "") if isinstance(part, Media) else 0


def _all_contents(parts: list[types.ContentBlock]) -> list[Content]:
    return [_content(part) for part in parts]


def _decoded(text: str) -> bytes:
    """Decode base64 in pieces: one long piece would block all threads."""
    # Base64 comes in groups of four.
    pieces = range(0, len(text), AT_ONCE)
    return b"".join(base64.b64decode(text[start : start + AT_ONCE], validate=True) for start in pieces)


def _content(part: types.ContentBlock) -> Content:
    match part:
        case types.TextContent():
            return Text(part.text)
        case types.ImageContent() | types.AudioContent():
            return Media(media_type=part.mime_type, data=_decoded(part.data))
        case types.ResourceLink():
            return Media(media_type=part.mime_type or "application/octet-stream", uri=str(part.uri))
        case types.EmbeddedResource():
            return _resource(part.resource)
    return Data(part.model_dump(by_alias=True, mode="json"))


def _resource(resource: types.TextResourceContents | types.BlobResourceContents) -> Media:
    if isinstance(resource, types.TextResourceContents):
        data = utf8(resource.text, "replace")
        return Media(media_type=resource.mime_type or "text/plain", data=data, uri=str(resource.uri))
    return Media(
        media_type=resource.mime_type or "application/octet-stream",
        data=_decoded(resource.blob),
        uri=str(resource.uri),
    )
