"""Overviews and operations."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from m3bench.core import near_misses
from m3bench.servers.kit import Answer, NotFound, Proof, Server, about, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.openapi_explorer.cutting import cut_document, find_operations
from m3bench_world.servers.mcp_bench.openapi_explorer.overview import write_overview

server = Server(
    "OpenAPI Explorer",
    "OpenAPI documents of web services: an overview, and the details of each operation.",
    sources=("apis",),
    proof=Proof("getApiOverview", {"id": "parcelway"}),
)

ApiId = Annotated[str, about("Id of an API, such as 'openai', 'github' or 'cloudflare', or its title.")]


def _document(context: ToolContext, name: str) -> tuple[str, dict[str, Any]]:
    apis = context.world.apis
    wanted = check_text(name, "id").casefold().removesuffix(" api")
    document = apis.document(wanted)
    if document is None:
        near = near_misses(wanted, apis.ids()) or apis.ids()
        raise NotFound(f"no API '{name[:60]}'", near)
    return wanted, document


@server.tool(name="getApiOverview")
def get_api_overview(context: ToolContext, id: ApiId) -> Answer:
    """What an API is for, its server and security schemes, and all its operations, one a line, with method,
    path and operation id (for getApiOperation)."""
    name, document = _document(context, id)
    return Answer(write_overview(context.world, name, document))


@server.tool(name="getApiOperation")
def get_api_operation(
    context: ToolContext,
    id: ApiId,
    operationIdOrRoute: Annotated[
        str, about("Operation id, or route such as '/users/{id}' or 'GET /users/{id}', from getApiOverview.")
    ],
) -> Answer:
    """The part of an API's OpenAPI document (as JSON) about one operation, or all operations of a route:
    parameters, bodies, responses, the schemas they use, and how to authenticate."""
    _, document = _document(context, id)
    wanted = check_text(operationIdOrRoute, "operationIdOrRoute")
    found = find_operations(document, wanted)
    if not found:
        names = [each["operationId"] for methods in document["paths"].values() for each in methods.values()]
        near = near_misses(wanted[:80], [*names, *document["paths"]])
        raise NotFound(f"no operation '{wanted[:80]}' in this API", near or names[:5])
    cut = msgspec.json.encode(cut_document(document, found))
    return Answer(msgspec.json.format(cut, indent=1).decode())
