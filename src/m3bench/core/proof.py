"""A call that shows that a server works."""

from __future__ import annotations

from typing import Any

import msgspec


class Proof(msgspec.Struct, frozen=True):
    """A call that succeeds where the server works."""

    tool: str
    arguments: dict[str, Any] = {}
    """`${WORKSPACE}` in them is filled in."""
    files: tuple[str, ...] = ()
    """Samples that it expects in its workspace."""
