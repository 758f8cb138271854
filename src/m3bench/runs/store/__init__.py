"""The run folder: journal, blobs, manifest, checksums."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.runs.store.annotations import Annotation, annotate, read_annotations
    from m3bench.runs.store.attempt_table import AttemptTable, JournalSummary, Mark, Slots, summarize_journal
    from m3bench.runs.store.blobs import BlobError, Blobs, MalformedDigest, with_media
    from m3bench.runs.store.chain import Chain, is_intact, link_of
    from m3bench.runs.store.damage import NOT_PROTECTED, Damage, Integrity, damage_error, readable_key
    from m3bench.runs.store.folder import (
        ANNOTATIONS,
        ERRORS,
        MergedRun,
        MountRecord,
        RunFolder,
        RunManifest,
        ServerRecord,
        exclusive_lock,
        is_run,
        versions,
    )
    from m3bench.runs.store.integrity import RunCheck, require_unchanged
    from m3bench.runs.store.journal import Journal, JournalError, final_attempts, read_journal, read_records
    from m3bench.runs.store.judgements import (
        History,
        JudgementKey,
        JudgementRecord,
        JudgeUsage,
        Panel,
        clean_judgement,
        judgements_file,
        read_history,
        read_judge_records,
    )
    from m3bench.runs.store.limits import (
        apply_limit_changes,
        current_limits,
        describe_change,
        describe_limits,
        limits_change,
        user_name,
    )
    from m3bench.runs.store.preflight import LeftOut, PreflightReport, ProbeResult, ProbeVerdict, ToolNames
    from m3bench.runs.store.records import (
        USER_MODEL,
        FinishedAttempt,
        Key,
        LimitsChange,
        ModelProbe,
        ParkedAttempt,
        Record,
        RetryRequest,
    )
    from m3bench.runs.store.repair import repair_run
    from m3bench.runs.store.transcript import (
        Conversation,
        MadeExchange,
        ReadExchange,
        TranscriptError,
        media_bytes,
        read_conversation,
        read_transcript,
        write_transcript,
    )
    from m3bench.runs.store.whole_run import (
        check_run,
        counted_attempts,
        earlier_sessions,
        named_blobs,
        require_intact,
    )
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "ANNOTATIONS",
    "ERRORS",
    "NOT_PROTECTED",
    "USER_MODEL",
    "Annotation",
    "AttemptTable",
    "BlobError",
    "Blobs",
    "Chain",
    "Conversation",
    "Damage",
    "FinishedAttempt",
    "History",
    "Integrity",
    "Journal",
    "JournalError",
    "JournalSummary",
    "JudgeUsage",
    "JudgementKey",
    "JudgementRecord",
    "Key",
    "LeftOut",
    "LimitsChange",
    "MadeExchange",
    "MalformedDigest",
    "Mark",
    "MergedRun",
    "ModelProbe",
    "MountRecord",
    "Panel",
    "ParkedAttempt",
    "PreflightReport",
    "ProbeResult",
    "ProbeVerdict",
    "ReadExchange",
    "Record",
    "RetryRequest",
    "RunCheck",
    "RunFolder",
    "RunManifest",
    "ServerRecord",
    "Slots",
    "ToolNames",
    "TranscriptError",
    "annotate",
    "apply_limit_changes",
    "check_run",
    "clean_judgement",
    "counted_attempts",
    "current_limits",
    "damage_error",
    "describe_change",
    "describe_limits",
    "earlier_sessions",
    "exclusive_lock",
    "final_attempts",
    "is_intact",
    "is_run",
    "judgements_file",
    "limits_change",
    "link_of",
    "media_bytes",
    "named_blobs",
    "read_annotations",
    "read_conversation",
    "read_history",
    "read_journal",
    "read_judge_records",
    "read_records",
    "read_transcript",
    "readable_key",
    "repair_run",
    "require_intact",
    "require_unchanged",
    "summarize_journal",
    "user_name",
    "versions",
    "with_media",
    "write_transcript",
]
