"""A call that shows that a server works."""

from __future__ import annotations

from typing import Any

import msgspec


class Proof(msgspec.Struct, frozen=True):
    """A call that succeeds if the server works."""

    tool: str
    arguments: dict[str, Any] = {}
    """`${WORKSPACE}` is replaced by the path of the workspace."""
    files: tuple[str, ...] = ()
    """Sample files that the call needs in the workspace."""
