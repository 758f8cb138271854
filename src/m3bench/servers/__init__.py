"""MCP servers that run in process: how to write them, and those of installed packages."""

from __future__ import annotations

from typing import Any

from m3bench.core import Registry
from m3bench.servers.collections import (
    INSTALLED,
    LISTED,
    THIRD_PARTY,
    TWINS,
    BundledSchemas,
    OnRequest,
    ServerCollection,
    bundled_equivalences,
    collection_of,
    renderers,
    servers_by_collection,
)
from m3bench.servers.kit import Answer, Attachment, Files, Picture, Server, ToolContext, ToolFailure


def _problem(name: str, value: Any) -> str | None:
    if not isinstance(value, Server):
        return "expected an m3bench.servers.Server"
    if value.name != name:
        return f"the server calls itself {value.name!r}; the names must be the same"
    return None if value.tools else "the server has no tools"


SERVERS: Registry[Server] = Registry("server", LISTED, problem=_problem, extra="suites")
"""Servers that run in process: those of installed collections, and those of plugins."""
register_server = SERVERS.register
ON_REQUEST = OnRequest()
"""Servers that are not in `SERVERS`, so that only what asks for them sees them."""


def load(name: str) -> Server:
    """Return the server with this name, else the one on request. This imports no other server and loads no
    data."""
    return ON_REQUEST[name] if is_on_request(name) else SERVERS[name]


def is_on_request(name: str) -> bool:
    """Return whether a name stands for a server on request: it is none of `SERVERS`."""
    return name not in SERVERS and name in ON_REQUEST


def missing_servers() -> str:
    """Return how to install the servers of m3bench, if no collection is installed; else nothing."""
    install = "The servers of m3bench are not installed: pip install 'm3bench[suites]'"
    return "" if servers_by_collection() else install


def bundled_schemas() -> BundledSchemas:
    """Return the JSON schemas of all tools, bundled and from plugins, by full tool name."""
    return BundledSchemas(SERVERS)


__all__ = [
    "INSTALLED",
    "LISTED",
    "ON_REQUEST",
    "SERVERS",
    "THIRD_PARTY",
    "TWINS",
    "Answer",
    "Attachment",
    "BundledSchemas",
    "Files",
    "Picture",
    "Server",
    "ServerCollection",
    "ToolContext",
    "ToolFailure",
    "bundled_equivalences",
    "bundled_schemas",
    "collection_of",
    "is_on_request",
    "load",
    "missing_servers",
    "register_server",
    "renderers",
    "servers_by_collection",
]
