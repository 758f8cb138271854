"""Argument schemas of the bundled tools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from m3bench.core import Registry
from m3bench.servers.kit import Server


class BundledSchemas(Mapping[str, Mapping[str, Any]]):
    """JSON schemas of tool arguments, by full tool name.

    A server is loaded when one of its tools is looked up.
    """

    def __init__(self, servers: Registry[Server]) -> None:
        self._servers = servers
        self._schemas: dict[str, dict[str, dict[str, Any]]] = {}

    def __getitem__(self, tool: str) -> Mapping[str, Any]:
        server, _, name = tool.partition("/")
        if server not in self._servers:
            raise KeyError(tool)
        return self._of(server)[name]

    def __iter__(self) -> Iterator[str]:
        for server, _ in self._servers.loadable_items():
            yield from (f"{server}/{name}" for name in self._of(server))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _of(self, server: str) -> dict[str, dict[str, Any]]:
        if server not in self._schemas:
            tools = self._servers[server].tools
            self._schemas[server] = {name: tool.input_schema for name, tool in tools.items()}
        return self._schemas[server]
