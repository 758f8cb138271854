"""A change of a record, the call that made it, and both as rows of the database.

Nothing in the rows is trusted to have the form that we write.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from m3bench.core import content_hash
from m3bench.records.database import damaged

ALL_CALLS: Final = "SELECT number, server, tool, arguments FROM calls"
ALL_CHANGES: Final = "SELECT number, name, key, value FROM changes ORDER BY rowid"
_Call = tuple[int, str, str, str]
_Change = tuple[int, str, str, str | None]


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


def joined(calls: Sequence[Any], changes: Sequence[Any]) -> list[RecordChange]:
    """Return the changes with their calls, in their order.

    Raises:
        RecordsDamaged: A row is not one of ours.
    """
    try:
        made = {
            number: CallInfo(server, tool, decoded(arguments) or {})
            for number, server, tool, arguments in msgspec.convert(calls, list[_Call])
        }
        return [
            RecordChange(number, made[number], table, key, decoded(value))
            for number, table, key, value in msgspec.convert(changes, list[_Change])
        ]
    except (msgspec.ValidationError, KeyError):
        raise damaged("a row is not one of theirs") from None


def decoded(text: str | None) -> dict[str, Any] | None:
    """Return the record in a row; None if it was deleted.

    Raises:
        RecordsDamaged: The text is no record.
    """
    try:
        return None if text is None else msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError, TypeError):
        raise damaged("a value is not a record") from None
