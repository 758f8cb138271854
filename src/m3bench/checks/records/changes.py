"""The changes of records in an outcome."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from m3bench.checks.check import CheckFailed, Evidence
from m3bench.records import RecordChange, RecordsDamaged, RecordStore, final_changes, trusted_changes

Record = dict[str, Any]


def trusted(evidence: Evidence) -> list[RecordChange]:
    """Return the changes that calls of the trajectory report, in their order."""
    calls = [call for _, call in evidence.trajectory.calls()]
    try:
        return trusted_changes(RecordStore(evidence.workspace), calls)
    except RecordsDamaged as damage:
        raise CheckFailed(damage.message) from None


def everything(evidence: Evidence) -> list[RecordChange]:
    """Return all changes, also those that no call reports."""
    try:
        return final_changes(evidence.workspace)
    except RecordsDamaged as damage:
        raise CheckFailed(damage.message) from None


def final_records(changes: Iterable[RecordChange]) -> dict[tuple[str, str], Record | None]:
    """Return the changed records by table and key as they are in the end; a deleted record is None."""
    return {(change.table, change.key): change.value for change in changes}


def require_names(*names: str) -> None:
    """Raise `ValueError` if a name of a table or record is empty."""
    if not all(name.strip() for name in names):
        raise ValueError("the name of a table or a record is empty")
