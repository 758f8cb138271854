"""Several hosts as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.hosting.host import Reply, ToolHost, offering_servers, refused_tools
from m3bench.hosting.tool import Tool


class JoinedHost:
    """A `ToolHost` that combines others. No server may belong to two of them."""

    def __init__(self, hosts: Sequence[ToolHost]) -> None:
        self._hosts = tuple(hosts)
        self._host_of: dict[str, ToolHost] = {}

    async def tools(self) -> list[Tool]:
        found: list[Tool] = []
        for host in self._hosts:
            tools = await host.tools()
            for server in {tool.server: None for tool in tools}:
                if self._host_of.setdefault(server, host) is not host:
                    raise ValueError(f"two hosts serve {server}")
            found += tools
        return found

    @property
    def faults(self) -> dict[str, str]:
        return {name: reason for host in self._hosts for name, reason in host.faults.items()}

    @property
    def offering(self) -> tuple[Any, ...]:
        """The servers whose resources and prompts can be reached."""
        return tuple(server for host in self._hosts for server in offering_servers(host))

    @property
    def refused(self) -> dict[str, str]:
        """Tools that are left out because they break the protocol, and what is wrong."""
        return {name: why for host in self._hosts for name, why in refused_tools(host).items()}

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        return await self._host_of[tool.server].call(tool, arguments)
