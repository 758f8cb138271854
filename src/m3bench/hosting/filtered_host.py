"""A host without some of its tools."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from m3bench.hosting.host import ToolHost, WrappedHost
from m3bench.hosting.tool import Tool


class FilteredHost(WrappedHost):
    """A `ToolHost` that hides some tools of another host."""

    def __init__(self, host: ToolHost, withheld: Collection[str]) -> None:
        """Hide the tools whose full names (server/tool) are in `withheld`."""
        super().__init__(host)
        self._withheld = frozenset(withheld)

    async def tools(self) -> Sequence[Tool]:
        return [tool for tool in await self._host.tools() if tool.full_name not in self._withheld]
