"""Resources and prompts of a server."""

from __future__ import annotations

from typing import Any, Protocol

import mcp_types as types
from pydantic import TypeAdapter

from m3bench.core import Content, Text, size_of
from m3bench.hosting.host import Rejection, Reply, ServerFault
from m3bench.hosting.session.contents import BadContents, blocks_to_contents

_MOST_PAGES = 200
_MOST_LISTED = 5_000
_LARGEST_LISTED = 20_000_000
"""Characters and values of all entries together."""
_LIST_SECONDS = 60.0
_READ: TypeAdapter[Any] = TypeAdapter(types.ReadResourceResult | types.InputRequiredResult)
_PROMPT: TypeAdapter[Any] = TypeAdapter(types.GetPromptResult | types.InputRequiredResult)


class Ask(Protocol):
    """Sends a request. Raises `ServerFault` and `Rejection`."""

    async def __call__(self, request: Any, kind: Any, seconds: float | None, /) -> Any: ...


class Offers:
    """What a server offers besides tools. Entries are as the server sent them, with the keys of MCP."""

    def __init__(self, server: str, capabilities: types.ServerCapabilities | None, ask: Ask) -> None:
        self._server, self._ask = server, ask
        self.has_resources = capabilities is not None and capabilities.resources is not None
        self.has_prompts = capabilities is not None and capabilities.prompts is not None
        self.has_completions = capabilities is not None and capabilities.completions is not None

    async def resources(self) -> list[dict[str, Any]]:
        """List its resources; nothing if it has none."""
        if not self.has_resources:
            return []
        return await self._pages(types.ListResourcesRequest, types.ListResourcesResult, "resources")

    async def templates(self) -> list[dict[str, Any]]:
        """List its resource templates; nothing if it has none."""
        if not self.has_resources:
            return []
        kind = types.ListResourceTemplatesResult
        try:
            return await self._pages(types.ListResourceTemplatesRequest, kind, "resource_templates")
        except Rejection as rejection:
            if rejection.code == types.METHOD_NOT_FOUND:  # many servers with resources have no templates
                return []
            raise

    async def prompts(self) -> list[dict[str, Any]]:
        """List its prompts; nothing if it has none."""
        if not self.has_prompts:
            return []
        return await self._pages(types.ListPromptsRequest, types.ListPromptsResult, "prompts")

    async def read_resource(self, uri: str, seconds: float) -> Reply:
        """Read a resource: texts as they are, everything else as media."""
        request = types.ReadResourceRequest(params=types.ReadResourceRequestParams(uri=uri))
        result = await self._ask(request, _READ, seconds)
        self._require_no_input(result)
        return Reply(tuple(await self._contents(map(_embedded, result.contents))))

    async def get_prompt(self, name: str, arguments: dict[str, str], seconds: float) -> Reply:
        """Return the content of all messages of a prompt."""
        params = types.GetPromptRequestParams(name=name, arguments=arguments)
        result = await self._ask(types.GetPromptRequest(params=params), _PROMPT, seconds)
        self._require_no_input(result)
        return Reply(tuple(await self._contents(message.content for message in result.messages)))

    async def complete(self, params: types.CompleteRequestParams, seconds: float) -> types.CompleteResult:
        """Complete an argument of a prompt or template."""
        request = types.CompleteRequest(params=params)
        result: types.CompleteResult = await self._ask(request, types.CompleteResult, seconds)
        return result

    def _require_no_input(self, result: Any) -> None:
        if isinstance(result, types.InputRequiredResult):
            raise Rejection(self._server, types.INVALID_REQUEST, "it asks the user, which only calls may do")

    async def _contents(self, blocks: Any) -> list[Content]:
        parts: list[types.ContentBlock] = []
        texts: dict[int, Text] = {}
        for block in blocks:
            resource = block.resource if isinstance(block, types.EmbeddedResource) else None
            if isinstance(resource, types.TextResourceContents):
                texts[len(parts)] = Text(resource.text)
                parts.append(types.TextContent(text=""))
            else:
                parts.append(block)
        try:
            contents = await blocks_to_contents(parts)
        except BadContents as problem:
            raise ServerFault(self._server, str(problem)) from None
        return [texts.get(index, content) for index, content in enumerate(contents)]

    async def _pages(self, request: Any, kind: Any, field: str) -> list[dict[str, Any]]:
        listed: list[dict[str, Any]] = []
        cursor, seen, weight = None, set(), 0
        for _ in range(_MOST_PAGES):
            params = types.PaginatedRequestParams(cursor=cursor)
            page = await self._ask(request(params=params), kind, _LIST_SECONDS)
            dumped = {"by_alias": True, "mode": "json", "exclude_none": True}
            entries = [entry.model_dump(**dumped) for entry in getattr(page, field)]
            size = size_of(entries)
            weight += size.characters + size.values
            listed += entries
            if len(listed) > _MOST_LISTED or weight > _LARGEST_LISTED:
                raise ServerFault(self._server, f"lists more than {_MOST_LISTED:,} {field}")
            cursor = page.next_cursor
            if not cursor or cursor in seen:
                return listed
            seen.add(cursor)
        raise ServerFault(self._server, f"sends more than {_MOST_PAGES} pages of {field}")


def _embedded(contents: types.TextResourceContents | types.BlobResourceContents) -> types.EmbeddedResource:
    return types.EmbeddedResource(resource=contents)
