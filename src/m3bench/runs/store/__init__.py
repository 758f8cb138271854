"""The run folder: journal, blobs, manifest, checksums."""

from m3bench.runs.store.blobs import BlobError, Blobs, MalformedDigest, digests_of
from m3bench.runs.store.chain import Chain, is_intact, link_of
from m3bench.runs.store.damage import NOT_PROTECTED, Damage, Integrity, legible_key, refused
from m3bench.runs.store.folder import RunFolder, RunManifest, ServerRecord, alone, is_run, versions
from m3bench.runs.store.integrity import (
    RunCheck,
    check_run,
    counted_attempts,
    require_untouched,
    require_whole,
)
from m3bench.runs.store.journal import (
    Journal,
    JournalError,
    final_attempts,
    final_places,
    read_journal,
    read_records,
)
from m3bench.runs.store.judgements import (
    History,
    Judged,
    JudgementKey,
    Panel,
    Spent,
    judgements_file,
    read_history,
    read_judge_records,
    recordable,
)
from m3bench.runs.store.limits import change_of, describe_change, describe_limits, limits_after, limits_of
from m3bench.runs.store.records import Attempted, Key, LimitsChanged, Parked, Probed, Record
from m3bench.runs.store.repairing import repair_run

__all__ = [
    "NOT_PROTECTED",
    "Attempted",
    "BlobError",
    "Blobs",
    "Chain",
    "Damage",
    "History",
    "Integrity",
    "Journal",
    "JournalError",
    "Judged",
    "JudgementKey",
    "Key",
    "LimitsChanged",
    "MalformedDigest",
    "Panel",
    "Parked",
    "Probed",
    "Record",
    "RunCheck",
    "RunFolder",
    "RunManifest",
    "ServerRecord",
    "Spent",
    "alone",
    "change_of",
    "check_run",
    "counted_attempts",
    "describe_change",
    "describe_limits",
    "digests_of",
    "final_attempts",
    "final_places",
    "is_intact",
    "is_run",
    "judgements_file",
    "legible_key",
    "limits_after",
    "limits_of",
    "link_of",
    "read_history",
    "read_journal",
    "read_judge_records",
    "read_records",
    "recordable",
    "refused",
    "repair_run",
    "require_untouched",
    "require_whole",
    "versions",
]
