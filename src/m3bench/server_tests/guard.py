"""Agents under test see all tools, but those that may change something are not carried out."""

from __future__ import annotations

from typing import Any

from m3bench.agents import Agent, Attempt, Confinement, Ending, confine
from m3bench.core import Text
from m3bench.hosting import Reply, Tool, ToolHost, WrappedHost
from m3bench.server_tests.lint import seems_to_write

_REFUSAL = "This tool may change something, and is not carried out in this test. Use a tool that reads."


class ReadingHost(WrappedHost):
    """Refuses calls of tools that may change something on the tested servers."""

    def __init__(self, host: ToolHost, servers: tuple[str, ...]) -> None:
        super().__init__(host)
        self._servers = servers

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        if tool.server in self._servers and seems_to_write(tool):
            return Reply((Text(_REFUSAL),), is_error=True)
        return await super().call(tool, arguments)


class ReadingAgent:
    """An agent whose calls of writing tools are refused."""

    def __init__(self, agent: Agent, servers: tuple[str, ...]) -> None:
        self._agent, self._servers = agent, servers
        self.name, self.needs_model = agent.name, agent.needs_model

    def confined(self, confinement: Confinement) -> ReadingAgent:
        """Apply the rules for programs to the agent inside."""
        return ReadingAgent(confine(self._agent, confinement), self._servers)

    async def solve(self, attempt: Attempt) -> Ending:
        attempt.toolbox = attempt.toolbox.around(lambda host: ReadingHost(host, self._servers))
        return await self._agent.solve(attempt)
