"""A host without some of its tools."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from m3bench.hosting.host import Reply, ToolHost
from m3bench.hosting.tool import Tool


class FilteredHost:
    """A `ToolHost` that hides some tools of another host."""

    def __init__(self, host: ToolHost, withheld: Collection[str]) -> None:
        """Hide the tools whose full names (server/tool) are in `withheld`."""
        self._host, self._withheld = host, frozenset(withheld)

    @property
    def faults(self) -> dict[str, str]:
        return self._host.faults

    async def tools(self) -> Sequence[Tool]:
        return [tool for tool in await self._host.tools() if tool.full_name not in self._withheld]

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        return await self._host.call(tool, arguments)
