"""Answers, resources and prompts as MCP types."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import mcp_types as types

from m3bench.servers.kit import (
    Answer,
    Attachment,
    Picture,
    PromptDefinition,
    ResourceDefinition,
    ToolContext,
    ToolDefinition,
    answer_meta,
    failure_meta,
)


def wire_tool(definition: ToolDefinition) -> types.Tool:
    return types.Tool(
        name=definition.name,
        description=definition.description,
        input_schema=definition.input_schema,
        annotations=types.ToolAnnotations(read_only_hint=definition.read_only, open_world_hint=False),
    )


def wire_failure(error: Exception) -> types.CallToolResult:
    text, meta = failure_meta(error)
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=True, _meta=meta)


def wire_result(answer: Answer) -> types.CallToolResult:
    parts: list[str | Picture | Attachment] = [answer.text, *answer.pictures, *answer.attachments]
    return types.CallToolResult(content=[wire_block(part) for part in parts], _meta=answer_meta(answer))


def wire_block(part: str | Picture | Attachment) -> types.ContentBlock:
    if isinstance(part, str):
        return types.TextContent(text=part)
    data = base64.b64encode(part.data).decode()
    if isinstance(part, Picture):
        return types.ImageContent(data=data, mime_type=part.media_type)
    if part.media_type.startswith("audio/"):
        return types.AudioContent(data=data, mime_type=part.media_type)
    uri = f"file:{quote(part.path)}"
    return types.EmbeddedResource(
        resource=types.BlobResourceContents(uri=uri, mime_type=part.media_type, blob=data)
    )


def wire_resource(uri: str, media_type: str, content: str | bytes) -> types.ReadResourceResult:
    contents: types.TextResourceContents | types.BlobResourceContents
    if isinstance(content, str):
        contents = types.TextResourceContents(uri=uri, mime_type=media_type, text=content)
    else:
        blob = base64.b64encode(content).decode()
        contents = types.BlobResourceContents(uri=uri, mime_type=media_type, blob=blob)
    return types.ReadResourceResult(contents=[contents])


def wire_resources(kind: ResourceDefinition, context: ToolContext[Any]) -> Iterator[types.Resource]:
    """Yield the resources of one kind."""
    if not kind.is_template:
        about = kind.description
        yield types.Resource(uri=kind.uri, name=kind.name, description=about, mime_type=kind.media_type)
    for entry in kind.entries(context) if kind.entries else ():
        title = entry.title or None
        yield types.Resource(uri=entry.uri, name=entry.name, title=title, mime_type=kind.media_type)


def wire_template(definition: ResourceDefinition) -> types.ResourceTemplate:
    return types.ResourceTemplate(
        uri_template=definition.uri,
        name=definition.name,
        description=definition.description,
        mime_type=definition.media_type,
    )


def wire_prompt(definition: PromptDefinition) -> types.Prompt:
    arguments = [
        types.PromptArgument(name=argument.name, description=argument.description, required=argument.required)
        for argument in definition.arguments
    ]
    return types.Prompt(name=definition.name, description=definition.description, arguments=arguments)


def wire_prompt_text(definition: PromptDefinition, written: Any) -> types.GetPromptResult:
    parts = written if isinstance(written, list | tuple) else [written]
    messages = [types.PromptMessage(role="user", content=wire_block(part)) for part in parts]
    return types.GetPromptResult(description=definition.description, messages=messages)
