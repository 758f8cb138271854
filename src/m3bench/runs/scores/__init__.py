"""The results of a run, and how they are read from its folder."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.runs.scores.memory import MOST_KEPT
    from m3bench.runs.scores.reading import read_run
    from m3bench.runs.scores.references import require_references
    from m3bench.runs.scores.result import (
        RANKED_FROM,
        DroppedAttempt,
        RunMarks,
        RunResult,
        TaskClass,
        UnscoredAttempt,
    )
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "MOST_KEPT",
    "RANKED_FROM",
    "DroppedAttempt",
    "RunMarks",
    "RunResult",
    "TaskClass",
    "UnscoredAttempt",
    "read_run",
    "require_references",
]
