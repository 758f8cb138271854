"""The results of runs, read from their folders, and their scores: in batches, in several processes.

`m3bench.scoring` computes scores from trajectories and tasks alone.
"""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.runs.scoring.predictions import load_records
    from m3bench.runs.scoring.program import ScoreProgram, ScoringWorkers
    from m3bench.runs.scoring.reading import read_run
    from m3bench.runs.scoring.result import RANKED_FROM, DroppedAttempt, RunResult, TaskClass, UnscoredAttempt
    from m3bench.runs.scoring.scored_runs import (
        ScoredRun,
        read_scorable_run,
        read_scored_run,
        read_scored_runs,
        require_attempts,
    )
    from m3bench.runs.scoring.scorer import run_scorer
    from m3bench.runs.scoring.sets import (
        OpenBar,
        counted,
        no_bar,
        require_references,
        score_run_result,
        score_set,
    )
    from m3bench.runs.scoring.spool import MOST_KEPT, kept_or_spooled, spooled_by_name
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "MOST_KEPT",
    "RANKED_FROM",
    "DroppedAttempt",
    "OpenBar",
    "RunResult",
    "ScoreProgram",
    "ScoredRun",
    "ScoringWorkers",
    "TaskClass",
    "UnscoredAttempt",
    "counted",
    "kept_or_spooled",
    "load_records",
    "no_bar",
    "read_run",
    "read_scorable_run",
    "read_scored_run",
    "read_scored_runs",
    "require_attempts",
    "require_references",
    "run_scorer",
    "score_run_result",
    "score_set",
    "spooled_by_name",
]
