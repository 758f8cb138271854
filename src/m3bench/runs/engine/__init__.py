"""Attempts: one, and many at a time."""

from m3bench.runs.engine.attempt_runner import AttemptRunner
from m3bench.runs.engine.checking import asker, checked, hashes
from m3bench.runs.engine.engine import Engine, Job
from m3bench.runs.engine.events import RunWatcher, Silence
from m3bench.runs.engine.masking import recordable
from m3bench.runs.engine.worker_pool import WorkerPool

__all__ = [
    "AttemptRunner",
    "Engine",
    "Job",
    "RunWatcher",
    "Silence",
    "WorkerPool",
    "asker",
    "checked",
    "hashes",
    "recordable",
]
