"""Running things: agents on suites, and saved trajectories sent through the servers again."""

from m3bench.runs.bundled import BUNDLED, PROOFS, THIRD_PARTY, BundledHost, bundled_lease, bundled_spec
from m3bench.runs.damage import Damage, Integrity
from m3bench.runs.events import RunWatcher, Silence
from m3bench.runs.exporting import run_collection
from m3bench.runs.finding import chosen_tasks, find_suite, in_its_world
from m3bench.runs.folder import RunFolder, RunManifest, is_run
from m3bench.runs.halting import Halt, Halted
from m3bench.runs.integrity import check_run, counted_attempts
from m3bench.runs.journal import JournalError, final_attempts, read_journal
from m3bench.runs.judge_costs import Estimate
from m3bench.runs.judge_engine import JudgeWatcher
from m3bench.runs.judge_kinds import JudgeKind
from m3bench.runs.judge_scores import JudgedRun, read_judged
from m3bench.runs.judge_seats import default_judgement_cache
from m3bench.runs.judging import Judging, JudgingLimits, JudgingSettings, prepare_judging
from m3bench.runs.limits import describe_change, describe_limits, limits_of
from m3bench.runs.looking import Looks, read_looks
from m3bench.runs.lookup import Finding, look_up
from m3bench.runs.records import Attempted, Key, LimitsChanged, Parked, Probed
from m3bench.runs.replay import Assets, ReplayedCall, replay
from m3bench.runs.scores import RANKED_FROM, Drop, Dropped, RunResult, Unscored, read_run
from m3bench.runs.session import resume_run, run_assets, start_run
from m3bench.runs.settings import Pictures, RunLimits, RunSettings, ablations
from m3bench.runs.tool_errors import ToolErrors
from m3bench.runs.tool_lists import RunSchemas

__all__ = [
    "BUNDLED",
    "PROOFS",
    "RANKED_FROM",
    "THIRD_PARTY",
    "Assets",
    "Attempted",
    "BundledHost",
    "Damage",
    "Drop",
    "Dropped",
    "Estimate",
    "Finding",
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
    "Silence",
    "ToolErrors",
    "Unscored",
    "ablations",
    "bundled_lease",
    "bundled_spec",
    "check_run",
    "chosen_tasks",
    "counted_attempts",
    "default_judgement_cache",
    "describe_change",
    "describe_limits",
    "final_attempts",
    "find_suite",
    "in_its_world",
    "is_run",
    "limits_of",
    "look_up",
    "prepare_judging",
    "read_journal",
    "read_judged",
    "read_looks",
    "read_run",
    "replay",
    "resume_run",
    "run_assets",
    "run_collection",
    "start_run",
]
