"""The interface between a toolbox and its servers: list tools, call tools."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Protocol

import msgspec

from m3bench.core import ARTEFACTS_KEY, RECEIPTS_KEY, SABOTAGE_KEY, USER_KEY, Content, Outcome
from m3bench.hosting.tool import Tool


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """A server's answer to a call. `is_error` is the flag that the server set."""

    content: tuple[Content, ...] = ()
    is_error: bool = False
    meta: dict[str, Any] = {}
    """Metadata that the server sent with the answer (MCP's `_meta`). Not shown to the model."""
    outcome: Outcome | None = None
    """The outcome as a bundled server reported it. Hosts set it for bundled servers only; third-party servers
    cannot."""


OUTCOME_KEY = "m3bench/outcome"
"""The key in `_meta` under which a bundled server reports the outcome of a call."""


def with_reported_outcome(reply: Reply) -> Reply:
    """Return the reply of a bundled server with the outcome that it reported in `_meta`."""
    reported = reply.meta.get(OUTCOME_KEY)
    meta = {name: value for name, value in reply.meta.items() if name != OUTCOME_KEY}
    outcome = Outcome(reported) if isinstance(reported, str) and reported in set(Outcome) else None
    return Reply(reply.content, reply.is_error, meta, outcome)


def without_reserved_meta(reply: Reply) -> Reply:
    """Return the reply of another server without what only bundled servers may report in `_meta`."""
    reserved = (ARTEFACTS_KEY, RECEIPTS_KEY, SABOTAGE_KEY, USER_KEY)
    kept = {name: value for name, value in reply.meta.items() if name not in reserved}
    return Reply(reply.content, reply.is_error, kept, reply.outcome)


class ServerFault(Exception):
    """A failure of the server, not of the agent: it crashed, hung, broke the protocol or is unreachable."""

    def __init__(self, server: str, reason: str, *, silent: bool = False) -> None:
        super().__init__(f"{server}: {reason}")
        self.server = server
        self.reason = reason
        self.silent = silent
        """It did not answer in time, but may still be running."""
        self.meta: dict[str, Any] = {}
        """What is known of the call besides."""


class Rejection(Exception):
    """The server answered a call with a JSON-RPC error."""

    def __init__(self, server: str, code: int, message: str) -> None:
        super().__init__(f"{server}: {message} (JSON-RPC error {code})")
        self.server = server
        self.code = code
        self.message = message
        self.meta: dict[str, Any] = {}
        """What is known of the call besides."""


class ToolHost(Protocol):
    """Anything that has tools: servers, a cassette, or both. Calls may run concurrently."""

    async def tools(self) -> Sequence[Tool]:
        """Return the tools of all servers in mount order. A server that is down raises nothing: its tools are
        missing, and `faults` gives the reason."""

    @property
    def faults(self) -> dict[str, str]:
        """Servers that failed to mount, with the reason."""

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        """Call a tool. Raises only `ServerFault` and `Rejection`."""


def offering_servers(host: object) -> tuple[Any, ...]:
    """Return the servers of a host whose resources and prompts can be reached; none if it hides them.

    They are objects of `m3bench.hosting.server.Server`.
    """
    return tuple(getattr(host, "offering", ()))


def refused_tools(host: object) -> dict[str, str]:
    """Return tools of a host that are left out because they break the protocol, and what is wrong."""
    return dict(getattr(host, "refused", {}))


class WrappedHost:
    """A `ToolHost` around another one. What a subclass does not change passes through."""

    def __init__(self, host: ToolHost) -> None:
        self._host = host

    @property
    def faults(self) -> dict[str, str]:
        return self._host.faults

    @property
    def offering(self) -> tuple[Any, ...]:
        """The servers whose resources and prompts can be reached."""
        return offering_servers(self._host)

    @property
    def refused(self) -> dict[str, str]:
        """Tools that are left out because they break the protocol, and what is wrong."""
        return refused_tools(self._host)

    async def tools(self) -> Sequence[Tool]:
        return await self._host.tools()

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        return await self._host.call(tool, arguments)


class FilteredHost(WrappedHost):
    """A `ToolHost` that hides some tools of another host."""

    def __init__(self, host: ToolHost, withheld: Collection[str]) -> None:
        """Hide the tools whose full names (server/tool) are in `withheld`."""
        super().__init__(host)
        self._withheld = frozenset(withheld)

    async def tools(self) -> Sequence[Tool]:
        return [tool for tool in await self._host.tools() if tool.full_name not in self._withheld]


class JoinedHost:
    """A `ToolHost` that combines others. No server may belong to two of them."""

    def __init__(self, hosts: Sequence[ToolHost]) -> None:
        self._hosts = tuple(hosts)
        self._host_of: dict[str, ToolHost] = {}

    async def tools(self) -> list[Tool]:
        tools: list[Tool] = []
        for host in self._hosts:
            own = await host.tools()
            for server in {tool.server: None for tool in own}:
                if self._host_of.setdefault(server, host) is not host:
                    raise ValueError(f"two hosts serve {server}")
            tools += own
        return tools

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
