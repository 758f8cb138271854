"""Who is behind a call: answers the questions of a server to the user, and hears of its progress.

A call passes through several hosts on its way to a server. The caller travels beside it in a context
variable, so that no host in between has to know of it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import msgspec

from m3bench.core import ElicitationAction
from m3bench.hosting.host import Reply, ToolHost, WrappedHost
from m3bench.hosting.tool import Tool


class Elicitation(msgspec.Struct, frozen=True, kw_only=True):
    """A question of a server to the user (MCP's `elicitation/create`)."""

    server: str
    message: str
    schema: dict[str, Any] = {}
    """Of the form, as the server sent it: it may be anything."""
    url: str | None = None
    """A page to open instead of a form."""
    id: str | None = None
    """The server's id of the interaction with that page."""
    key: str | None = None
    """The server's name of the question, if it has one."""


class ElicitationAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to an elicitation."""

    action: ElicitationAction
    content: dict[str, Any] = {}
    by: str = "harness"
    """Who answered: `user`, `client` or `harness`."""
    reason: str = ""
    """Why it was not accepted."""


Elicit = Callable[[Elicitation], Awaitable[ElicitationAnswer]]
OnProgress = Callable[[float, float | None, str | None], Awaitable[None]]


class Caller(msgspec.Struct, frozen=True):
    """Who is behind a call. Without `elicit`, nobody can be asked."""

    elicit: Elicit | None = None
    on_progress: OnProgress | None = None
    user: object = None
    """Identifies the user: calls with the same one can ask for each other."""


_caller: ContextVar[Caller] = ContextVar("m3bench_caller", default=Caller())  # noqa: B039 - frozen


def current_caller() -> Caller:
    """Return who is behind the call that this code carries out."""
    return _caller.get()


@contextmanager
def calling(caller: Caller) -> Iterator[None]:
    """Carry out calls for a caller. What an outer caller provides is kept."""
    outer = _caller.get()
    asked = outer if outer.elicit is not None else caller
    both = Caller(asked.elicit, outer.on_progress or caller.on_progress, asked.user)
    token = _caller.set(both)
    try:
        yield
    finally:
        _caller.reset(token)


class ElicitingHost(WrappedHost):
    """A `ToolHost` whose servers can ask the user, unless the caller answers itself."""

    def __init__(self, host: ToolHost, elicit: Elicit) -> None:
        super().__init__(host)
        self._caller = Caller(elicit, user=self)

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        with calling(self._caller):
            return await self._host.call(tool, arguments)
