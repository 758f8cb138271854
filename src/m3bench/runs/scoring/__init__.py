"""Score large sets: in batches, in several processes, with bounded memory."""

from m3bench.runs.scoring.predictions import PredictionIndex, load_records
from m3bench.runs.scoring.program import ScoreProgram
from m3bench.runs.scoring.sets import ScoringWorkers, score_run_result, score_set
from m3bench.runs.scoring.spool import Spool

__all__ = [
    "PredictionIndex",
    "ScoreProgram",
    "ScoringWorkers",
    "Spool",
    "load_records",
    "score_run_result",
    "score_set",
]
