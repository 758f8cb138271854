"""The results of a run, and how they are read from its folder."""

from m3bench.runs.scores.reading import MOST_KEPT, read_run
from m3bench.runs.scores.result import (
    RANKED_FROM,
    DroppedAttempt,
    RunMarks,
    RunResult,
    TaskClass,
    UnscoredAttempt,
)

__all__ = [
    "MOST_KEPT",
    "RANKED_FROM",
    "DroppedAttempt",
    "RunMarks",
    "RunResult",
    "TaskClass",
    "UnscoredAttempt",
    "read_run",
]
