"""Score large sets: in batches, in several processes, with bounded memory."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.runs.scores import MOST_KEPT
    from m3bench.runs.scoring.predictions import PredictionIndex, load_records
    from m3bench.runs.scoring.program import ScoreProgram
    from m3bench.runs.scoring.progress import OpenBar, counted, no_bar
    from m3bench.runs.scoring.scorer import run_scorer
    from m3bench.runs.scoring.sets import ScoringWorkers, report_of_run, score_run_result, score_set
    from m3bench.runs.scoring.spool import Spool, kept_or_spooled, spooled_by_name
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "MOST_KEPT",
    "OpenBar",
    "PredictionIndex",
    "ScoreProgram",
    "ScoringWorkers",
    "Spool",
    "counted",
    "kept_or_spooled",
    "load_records",
    "no_bar",
    "report_of_run",
    "run_scorer",
    "score_run_result",
    "score_set",
    "spooled_by_name",
]
