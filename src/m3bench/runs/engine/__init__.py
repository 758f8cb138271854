"""Attempts: running one, and many concurrently."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.runs.engine.attempt_runner import AttemptRunner
    from m3bench.runs.engine.checks import check_attempt, file_hashes, make_server_query
    from m3bench.runs.engine.engine import AttemptLost, Engine, Job, Runner
    from m3bench.runs.engine.events import RunWatcher, SilentWatcher
    from m3bench.runs.engine.failures import Progress, concerns_run
    from m3bench.runs.engine.trajectory import clean_trajectory
    from m3bench.runs.engine.worker_pool import WorkerPool
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "AttemptLost",
    "AttemptRunner",
    "Engine",
    "Job",
    "Progress",
    "RunWatcher",
    "Runner",
    "SilentWatcher",
    "WorkerPool",
    "check_attempt",
    "clean_trajectory",
    "concerns_run",
    "file_hashes",
    "make_server_query",
]
