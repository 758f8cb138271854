"""Records that tools change during an attempt: who changed what, in one database of the workspace."""

from m3bench.records.changes import CallInfo, Receipt, RecordChange
from m3bench.records.store import RECORD_FILES, RecordsDamaged, RecordStore
from m3bench.records.trust import trusted_changes

__all__ = [
    "RECORD_FILES",
    "CallInfo",
    "Receipt",
    "RecordChange",
    "RecordStore",
    "RecordsDamaged",
    "trusted_changes",
]
