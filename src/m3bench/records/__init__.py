"""Records that tools change during an attempt: who changed what, in one database of the workspace."""

from m3bench.records.changes import CallInfo, RecordChange
from m3bench.records.store import RecordsDamaged, RecordStore

__all__ = [
    "CallInfo",
    "RecordChange",
    "RecordStore",
    "RecordsDamaged",
]
