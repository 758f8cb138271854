"""Changes that tools made, and not an agent that wrote the database itself.

An agent with a shell can write the database, but not the metadata of results, in which a call names the
numbers of the changes that it made.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from m3bench.core import RECEIPTS_KEY, Call, parsed_arguments
from m3bench.core.text import value_without_surrogates
from m3bench.records.changes import CallInfo, RecordChange
from m3bench.records.store import RecordsDamaged, RecordStore

_PLACEHOLDER = "${WORKSPACE}"


def trusted_changes(store: RecordStore, calls: Iterable[Call]) -> list[RecordChange]:
    """Return the changes whose number a call reports, with the same server, tool and arguments.

    Args:
        store: The records of the attempt.
        calls: The calls of its trajectory. Paths may be written with `${WORKSPACE}`.

    Raises:
        RecordsDamaged: The database cannot be read, or a reported change is no longer in it.
    """
    reporters = {number: call for call in calls for number in _receipts(call)}
    changes = store.changes()
    trusted = [
        change
        for change in changes
        if change.number in reporters and _is_same_call(reporters[change.number], change.call)
    ]
    lost = reporters.keys() - {change.number for change in trusted}
    if lost:
        raise RecordsDamaged(
            f"Change {min(lost)} of the records was reported by a call, but is not in the database."
        )
    return trusted


def _receipts(call: Call) -> list[int]:
    numbers = call.result.meta.get(RECEIPTS_KEY) if call.result else None
    return [number for number in numbers if isinstance(number, int)] if isinstance(numbers, list) else []


def _is_same_call(reported: Call, stored: CallInfo) -> bool:
    if (reported.server, reported.tool) != (stored.server, stored.tool):
        return False
    try:
        given = msgspec.json.decode(
            msgspec.json.encode(value_without_surrogates(parsed_arguments(reported.arguments)))
        )
    except (TypeError, ValueError, RecursionError):
        return False
    return is_same_value({} if given is None else given, stored.arguments)


def is_same_value(reported: Any, stored: Any) -> bool:
    """Return whether arguments are equal, where `${WORKSPACE}` in the reported ones stands for a folder."""
    if isinstance(reported, str) and isinstance(stored, str):
        return _is_same_text(reported, stored)
    if isinstance(reported, dict) and isinstance(stored, dict):
        return reported.keys() == stored.keys() and all(
            is_same_value(value, stored[key]) for key, value in reported.items()
        )
    if isinstance(reported, list) and isinstance(stored, list):
        return len(reported) == len(stored) and all(map(is_same_value, reported, stored))
    return type(reported) is type(stored) and bool(reported == stored)


def _is_same_text(reported: str, stored: str) -> bool:
    parts = reported.split(_PLACEHOLDER)
    count = len(parts) - 1
    if reported == stored or not count:
        return reported == stored
    length, rest = divmod(len(stored) - sum(map(len, parts)), count)
    folder = stored[len(parts[0]) : len(parts[0]) + max(length, 0)]
    return rest == 0 and folder.startswith("/") and folder.join(parts) == stored
