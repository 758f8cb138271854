"""Records that tools change during an attempt: who changed what, in one database beside the workspace."""

from m3bench.records.changes import CallInfo, Receipt, RecordChange
from m3bench.records.database import (
    FILE_NAME,
    RecordsDamaged,
    RecordsFull,
    has_records_inside,
    move_records_out,
)
from m3bench.records.store import RecordStore
from m3bench.records.trust import final_changes, trusted_changes

__all__ = [
    "FILE_NAME",
    "CallInfo",
    "Receipt",
    "RecordChange",
    "RecordStore",
    "RecordsDamaged",
    "RecordsFull",
    "final_changes",
    "has_records_inside",
    "move_records_out",
    "trusted_changes",
]
