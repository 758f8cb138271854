"""A change of a record, and the call that made it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from m3bench.core import content_hash


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


class Receipt(NamedTuple):
    """Proof that a call made its changes, and what they were."""

    number: int
    """The number of the call among those that changed records; 0 if it changed none."""
    digest: str
    """The hash of what it changed."""

    def __str__(self) -> str:
        return f"{self.number}:{self.digest}"

    @classmethod
    def read(cls, text: object) -> Receipt | None:
        """Return the receipt that a text is; None if it is none."""
        number, colon, digest = text.partition(":") if isinstance(text, str) else ("", "", "")
        return cls(int(number), digest) if colon and number.isascii() and number.isdigit() else None


def digest_of(changed: Iterable[tuple[str, str, dict[str, Any] | None]]) -> str:
    """Return the hash of changes: table, key and the whole record of each."""
    return content_hash([list(change) for change in changed])
