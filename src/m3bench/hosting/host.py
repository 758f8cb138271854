"""What stands between a toolbox and servers: something that lists tools and carries out calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from m3bench.core import Content, Outcome
from m3bench.hosting.tool import Tool


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a server answered to a call. `is_error` is the server's own word on it."""

    content: tuple[Content, ...] = ()
    is_error: bool = False
    meta: dict[str, Any] = {}
    """What the server said beside the answer (MCP's `_meta`): not for the model."""
    outcome: Outcome | None = None
    """How the call ended, as a bundled server said it. Hosts set it for servers that they know to be bundled;
    nothing that a third-party server sends gets here."""


OUTCOME_KEY = "m3bench/outcome"
"""Where a bundled server puts the outcome of a call into the `_meta` of its answer."""


def trusting(reply: Reply) -> Reply:
    """The reply of a bundled server, with the outcome that it sent beside the answer."""
    said = reply.meta.get(OUTCOME_KEY)
    meta = {name: value for name, value in reply.meta.items() if name != OUTCOME_KEY}
    outcome = Outcome(said) if isinstance(said, str) and said in set(Outcome) else None
    return Reply(reply.content, reply.is_error, meta, outcome)


class ServerFault(Exception):
    """The server's failure, not the agent's: it died, hung, broke the protocol or could not be reached."""

    def __init__(self, server: str, reason: str, *, silent: bool = False) -> None:
        super().__init__(f"{server}: {reason}")
        self.server = server
        self.reason = reason
        self.silent = silent
        """It may still be alive: it only gave no answer in time."""


class Rejection(Exception):
    """A JSON-RPC error in place of an answer, with its code: the server refused the call."""

    def __init__(self, server: str, code: int, message: str) -> None:
        super().__init__(f"{server}: {message} (JSON-RPC error {code})")
        self.server = server
        self.code = code
        self.message = message


class ToolHost(Protocol):
    """Servers, a cassette, or anything else that has tools. Calls may overlap in time."""

    async def tools(self) -> Sequence[Tool]:
        """All tools of all servers, in the order of mounting. Raises nothing for a server that is down:
        its tools are absent, and `faults` says why."""

    @property
    def faults(self) -> dict[str, str]:
        """Servers that could not be mounted, with the reason."""

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        """Carry out a call. Raises `ServerFault` or `Rejection`, and nothing else."""
