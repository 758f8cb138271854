"""Tasks of a suite that a run leaves out."""

from __future__ import annotations

import msgspec


class LeftOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A task that is not attempted, and so neither passes nor fails."""

    id: str
    why: str
    servers: tuple[str, ...] = ()
    """The servers because of which it is left out."""
    request: str = ""
    level: str | None = None
