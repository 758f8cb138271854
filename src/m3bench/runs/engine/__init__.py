"""Attempts: one, and many at a time."""

from m3bench.runs.engine.attempt_runner import Performer, fill
from m3bench.runs.engine.checking import asker, checked, hashes
from m3bench.runs.engine.engine import Engine, Job
from m3bench.runs.engine.events import RunWatcher, Silence
from m3bench.runs.engine.masking import recordable
from m3bench.runs.engine.worker_pool import Crew

__all__ = [
    "Crew",
    "Engine",
    "Job",
    "Performer",
    "RunWatcher",
    "Silence",
    "asker",
    "checked",
    "fill",
    "hashes",
    "recordable",
]
