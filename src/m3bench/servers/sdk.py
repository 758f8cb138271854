"""Adapter from a bundled server to the MCP SDK. No other module of this package imports the SDK."""

from __future__ import annotations

import base64
from typing import Any
from urllib.parse import quote

import mcp_types as types
from mcp.server.lowlevel import Server as SdkServer
from mcp.server.stdio import stdio_server

from m3bench.servers.kit import (
    Answer,
    Attachment,
    Server,
    ToolContext,
    ToolDefinition,
    answer_meta,
    failure_meta,
)


def sdk_server(server: Server, context: ToolContext, version: str) -> SdkServer[dict[str, Any]]:
    """Return an MCP SDK server with the tools of a bundled server."""
    tools = [_wire_tool(definition) for definition in server.tools.values()]

    async def list_tools(_: Any, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(_: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            answer = server.call(context, params.name, params.arguments or {})
        except Exception as error:  # noqa: BLE001 - a bug ends as a typed fault, not as a broken connection
            return _wire_failure(error)
        return _wire_result(answer)

    return SdkServer(
        server.name,
        version=version,
        instructions=server.purpose,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def serve(server: Server, context: ToolContext, version: str) -> None:
    """Serve over stdio until the input ends."""
    sdk = sdk_server(server, context, version)
    async with stdio_server() as (requests, replies):
        await sdk.run(requests, replies, sdk.create_initialization_options())


def _wire_tool(definition: ToolDefinition) -> types.Tool:
    return types.Tool(
        name=definition.name,
        description=definition.description,
        input_schema=definition.input_schema,
        annotations=types.ToolAnnotations(read_only_hint=definition.read_only, open_world_hint=False),
    )


def _wire_failure(error: Exception) -> types.CallToolResult:
    text, meta = failure_meta(error)
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=True, _meta=meta)


def _wire_result(answer: Answer) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(text=answer.text)]
    for picture in answer.pictures:
        data = base64.b64encode(picture.data).decode()
        content.append(types.ImageContent(data=data, mime_type=picture.media_type))
    content += map(_wire_attachment, answer.attachments)
    return types.CallToolResult(content=content, _meta=answer_meta(answer))


def _wire_attachment(attachment: Attachment) -> types.ContentBlock:
    data = base64.b64encode(attachment.data).decode()
    if attachment.media_type.startswith("audio/"):
        return types.AudioContent(data=data, mime_type=attachment.media_type)
    uri = f"file:{quote(attachment.path)}"
    return types.EmbeddedResource(
        resource=types.BlobResourceContents(uri=uri, mime_type=attachment.media_type, blob=data)
    )
