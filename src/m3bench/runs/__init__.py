"""Run agents on suites, store and judge the runs, and replay saved trajectories."""

from m3bench.runs.assets import run_assets
from m3bench.runs.attempt_facts import DropReason
from m3bench.runs.budget import NO_USAGE, Budget
from m3bench.runs.collection import run_collection, run_trajectories, task_pictures
from m3bench.runs.engine import RunWatcher, SilentWatcher
from m3bench.runs.folder_name import default_folder
from m3bench.runs.halt import Halt, HaltKind
from m3bench.runs.judging import (
    Estimate,
    JudgedRun,
    JudgeKind,
    JudgeWatcher,
    Judging,
    JudgingLimits,
    JudgingSettings,
    prepare_judging,
    read_judged_run,
)
from m3bench.runs.models import VisionSummary, default_judgement_cache, read_vision_summary
from m3bench.runs.recheck import recheck_run
from m3bench.runs.replaying import Assets, ReplayedCall, replay
from m3bench.runs.results import (
    ScoredRun,
    read_scorable_run,
    read_scored_run,
    read_scored_runs,
    require_attempts,
    require_references,
    run_scorer,
)
from m3bench.runs.run_agent import agent_object_name
from m3bench.runs.scores import RANKED_FROM, DroppedAttempt, RunResult, UnscoredAttempt, read_run
from m3bench.runs.serving import (
    BUNDLED,
    THIRD_PARTY,
    BundledHost,
    RunSchemas,
    ToolErrors,
    bundled_lease,
    bundled_spec,
)
from m3bench.runs.session import resume_run, start_run
from m3bench.runs.settings import EngineKind, EngineSettings, RunLimits, RunSettings, ablations
from m3bench.runs.settings_record import SettingsRecord, record_of, run_settings, settings_of
from m3bench.runs.store import (
    Damage,
    FinishedAttempt,
    Integrity,
    JournalError,
    Key,
    LimitsChange,
    ModelProbe,
    ParkedAttempt,
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
from m3bench.suites import Pictures

__all__ = [
    "BUNDLED",
    "NO_USAGE",
    "RANKED_FROM",
    "THIRD_PARTY",
    "Assets",
    "Budget",
    "BundledHost",
    "Damage",
    "DropReason",
    "DroppedAttempt",
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
    "LimitsChange",
    "ModelProbe",
    "ParkedAttempt",
    "Pictures",
    "ReplayedCall",
    "RunFolder",
    "RunLimits",
    "RunManifest",
    "RunResult",
    "RunSchemas",
    "RunSettings",
    "RunWatcher",
    "ScoredRun",
    "SettingsRecord",
    "SilentWatcher",
    "ToolErrors",
    "UnscoredAttempt",
    "VisionSummary",
    "ablations",
    "agent_object_name",
    "bundled_lease",
    "bundled_spec",
    "check_run",
    "counted_attempts",
    "current_limits",
    "default_folder",
    "default_judgement_cache",
    "describe_change",
    "describe_limits",
    "final_attempts",
    "is_run",
    "prepare_judging",
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
    "start_run",
    "task_pictures",
]
