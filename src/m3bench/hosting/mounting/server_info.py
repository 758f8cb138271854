"""A server as mounting sees it."""

from __future__ import annotations

import msgspec

from m3bench.hosting.tool import Tool


class ServerInfo(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A server before it is mounted."""

    name: str
    tools: tuple[Tool, ...] = ()
    problem: str | None = None
    """Why it cannot be mounted, and what to do."""
    bundled: bool = False
    """Whether it is the same on every machine."""
