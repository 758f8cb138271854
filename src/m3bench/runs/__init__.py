"""Running things: agents on suites, and saved trajectories sent through the servers again."""

from m3bench.runs.assets import run_assets
from m3bench.runs.budget import NOTHING, Budget
from m3bench.runs.engine import RunWatcher, Silence
from m3bench.runs.exporting import run_collection, task_pictures
from m3bench.runs.halting import Halt, Halted
from m3bench.runs.judging import (
    Estimate,
    JudgedRun,
    JudgeKind,
    JudgeWatcher,
    Judging,
    JudgingLimits,
    JudgingSettings,
    prepare_judging,
    read_judged,
)
from m3bench.runs.models import Looks, default_judgement_cache, read_looks
from m3bench.runs.naming import default_folder
from m3bench.runs.rechecking import recheck_run
from m3bench.runs.replaying import Assets, ReplayedCall, replay
from m3bench.runs.results import (
    ScoredRun,
    require_attempts,
    require_references,
    run_scorer,
    scorable_run,
    scored_run,
    scored_runs,
)
from m3bench.runs.run_agent import object_name
from m3bench.runs.scores import RANKED_FROM, Drop, Dropped, RunResult, Unscored, read_run
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
from m3bench.runs.settings import RunLimits, RunSettings, ablations
from m3bench.runs.settings_record import SettingsRecord, record_of, run_settings, settings_of
from m3bench.runs.store import (
    Attempted,
    Damage,
    Integrity,
    JournalError,
    Key,
    LimitsChanged,
    Parked,
    Probed,
    RunFolder,
    RunManifest,
    check_run,
    counted_attempts,
    describe_change,
    describe_limits,
    final_attempts,
    is_run,
    limits_of,
    read_journal,
)
from m3bench.suites import Pictures

__all__ = [
    "BUNDLED",
    "NOTHING",
    "RANKED_FROM",
    "THIRD_PARTY",
    "Assets",
    "Attempted",
    "Budget",
    "BundledHost",
    "Damage",
    "Drop",
    "Dropped",
    "Estimate",
    "Halt",
    "Halted",
    "Integrity",
    "JournalError",
    "JudgeKind",
    "JudgeWatcher",
    "JudgedRun",
    "Judging",
    "JudgingLimits",
    "JudgingSettings",
    "Key",
    "LimitsChanged",
    "Looks",
    "Parked",
    "Pictures",
    "Probed",
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
    "Silence",
    "ToolErrors",
    "Unscored",
    "ablations",
    "bundled_lease",
    "bundled_spec",
    "check_run",
    "counted_attempts",
    "default_folder",
    "default_judgement_cache",
    "describe_change",
    "describe_limits",
    "final_attempts",
    "is_run",
    "limits_of",
    "object_name",
    "prepare_judging",
    "read_journal",
    "read_judged",
    "read_looks",
    "read_run",
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
    "scorable_run",
    "scored_run",
    "scored_runs",
    "settings_of",
    "start_run",
    "task_pictures",
]
