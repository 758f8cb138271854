"""Run agents on suites, store and judge the runs, and replay saved trajectories."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.runs.assets import AssetSource, run_assets
    from m3bench.runs.attempt_facts import DropReason
    from m3bench.runs.attempts import split_name
    from m3bench.runs.budget import Budget
    from m3bench.runs.collection import run_collection, run_trajectories, task_pictures
    from m3bench.runs.engine import RunWatcher, SilentWatcher
    from m3bench.runs.engine_settings import EngineKind, EngineSettings
    from m3bench.runs.halt import Halt, HaltKind
    from m3bench.runs.judging import (
        Estimate,
        JudgedRun,
        JudgeKind,
        JudgeWatcher,
        Judging,
        JudgingLimits,
        JudgingSettings,
        default_kinds,
        prepare_judging,
        prepare_judging_in_workers,
        read_judged_run,
    )
    from m3bench.runs.models import VisionSummary, default_judgement_cache, read_vision_summary
    from m3bench.runs.new_manifest import RunLabels, default_folder
    from m3bench.runs.outcomes import (
        LEVELS,
        EmergentPath,
        SuccessBreakdown,
        SuccessCount,
        emergent_paths,
        success_breakdown,
        success_by_group,
    )
    from m3bench.runs.rechecking import recheck_run
    from m3bench.runs.replaying import Assets, ReplayedCall, replay
    from m3bench.runs.run_agent import agent_object_name
    from m3bench.runs.scoring import (
        RANKED_FROM,
        DroppedAttempt,
        RunResult,
        ScoredRun,
        TaskClass,
        UnscoredAttempt,
        read_run,
        read_scorable_run,
        read_scored_run,
        read_scored_runs,
        require_attempts,
        require_references,
        run_scorer,
    )
    from m3bench.runs.serving import (
        THIRD_PARTY,
        BundledHost,
        RunSchemas,
        ToolErrors,
        bundled_lease,
        bundled_servers,
        bundled_spec,
    )
    from m3bench.runs.session import resume_run, start_run
    from m3bench.runs.settings import RunLimits, RunSettings, ablations
    from m3bench.runs.settings_record import SettingsRecord, record_of, run_settings, settings_of
    from m3bench.runs.store import (
        Damage,
        FinishedAttempt,
        Integrity,
        JournalError,
        Key,
        LeftOut,
        LimitsChange,
        ModelProbe,
        ParkedAttempt,
        PreflightReport,
        ProbeResult,
        ProbeVerdict,
        RetryRequest,
        RunFolder,
        RunManifest,
        check_run,
        counted_attempts,
        current_limits,
        describe_change,
        describe_limits,
        final_attempts,
        is_run,
        read_journal,
    )
    from m3bench.runs.task_choice import choose_tasks, describe_left_out, is_bundled
    from m3bench.suites import Pictures, shown_cameras, task_cameras
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "LEVELS",
    "RANKED_FROM",
    "THIRD_PARTY",
    "AssetSource",
    "Assets",
    "Budget",
    "BundledHost",
    "Damage",
    "DropReason",
    "DroppedAttempt",
    "EmergentPath",
    "EngineKind",
    "EngineSettings",
    "Estimate",
    "FinishedAttempt",
    "Halt",
    "HaltKind",
    "Integrity",
    "JournalError",
    "JudgeKind",
    "JudgeWatcher",
    "JudgedRun",
    "Judging",
    "JudgingLimits",
    "JudgingSettings",
    "Key",
    "LeftOut",
    "LimitsChange",
    "ModelProbe",
    "ParkedAttempt",
    "Pictures",
    "PreflightReport",
    "ProbeResult",
    "ProbeVerdict",
    "ReplayedCall",
    "RetryRequest",
    "RunFolder",
    "RunLabels",
    "RunLimits",
    "RunManifest",
    "RunResult",
    "RunSchemas",
    "RunSettings",
    "RunWatcher",
    "ScoredRun",
    "SettingsRecord",
    "SilentWatcher",
    "SuccessBreakdown",
    "SuccessCount",
    "TaskClass",
    "ToolErrors",
    "UnscoredAttempt",
    "VisionSummary",
    "ablations",
    "agent_object_name",
    "bundled_lease",
    "bundled_servers",
    "bundled_spec",
    "check_run",
    "choose_tasks",
    "counted_attempts",
    "current_limits",
    "default_folder",
    "default_judgement_cache",
    "default_kinds",
    "describe_change",
    "describe_left_out",
    "describe_limits",
    "emergent_paths",
    "final_attempts",
    "is_bundled",
    "is_run",
    "prepare_judging",
    "prepare_judging_in_workers",
    "read_journal",
    "read_judged_run",
    "read_run",
    "read_scorable_run",
    "read_scored_run",
    "read_scored_runs",
    "read_vision_summary",
    "recheck_run",
    "record_of",
    "replay",
    "require_attempts",
    "require_references",
    "resume_run",
    "run_assets",
    "run_collection",
    "run_scorer",
    "run_settings",
    "run_trajectories",
    "settings_of",
    "shown_cameras",
    "split_name",
    "start_run",
    "success_breakdown",
    "success_by_group",
    "task_cameras",
    "task_pictures",
]
