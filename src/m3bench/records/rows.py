"""Rows of the database as changes. Nothing in them is trusted to have the form that we write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from m3bench.records.changes import CallInfo, RecordChange
from m3bench.records.database import damaged

ALL_CALLS: Final = "SELECT number, server, tool, arguments FROM calls"
ALL_CHANGES: Final = "SELECT number, name, key, value FROM changes ORDER BY rowid"
_Call = tuple[int, str, str, str]
_Change = tuple[int, str, str, str | None]


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
