"""A change of a record, and the call that made it."""

from __future__ import annotations

from typing import Any

import msgspec


class CallInfo(msgspec.Struct, frozen=True):
    """A call of a tool that changes records."""

    server: str
    tool: str
    arguments: dict[str, Any]


class RecordChange(msgspec.Struct, frozen=True):
    """A record after a change. Changes of one call have the same number and took effect together."""

    number: int
    """The number of the call among those that changed records, from 1."""
    call: CallInfo
    table: str
    key: str
    value: dict[str, Any] | None
    """The whole record; None if it was deleted."""
